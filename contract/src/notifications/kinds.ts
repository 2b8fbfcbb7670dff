import { z } from 'zod/mini';
import { fromKeys } from '../keys.ts';

/** What people are notified of, in the order in which lists show it (decision 0048). */
export const NOTIFICATION_KINDS = [
  'identification',
  'quality',
  'vote',
  'validation',
  'question',
  'comment',
  'mention',
  'message',
  'reaction',
  'follow',
  'view',
  'project',
  'badge',
  'offline_map',
  'moderation',
  'announcement',
  'security',
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Where a person is notified: in the app, in the daily mail, by a push message. */
export const NOTIFICATION_CHANNELS = ['app', 'mail', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** A new login has a separate mail, which is always sent. */
export const NEVER_IN_DIGEST: NotificationKind = 'security';

/** Which kinds use a channel, on unless they are listed. */
function channel(off: readonly NotificationKind[]) {
  const shape = fromKeys(NOTIFICATION_KINDS, (kind) => z._default(z.boolean(), !off.includes(kind)));
  return z.prefault(z.object(shape), {});
}

const Hour = z.int().check(z.gte(0), z.lte(23));

/** The preference `notifications`. */
export const NotificationPreferences = z.object({
  app: channel([]),
  mail: channel(['reaction', 'badge', NEVER_IN_DIGEST]),
  push: channel(['quality', 'vote', 'reaction', 'follow', 'view', 'badge', 'announcement']),
  /** Whether the daily mail is sent. */
  has_digest: z._default(z.boolean(), false),
  /** Whether push messages are sent, to the devices that asked for them. */
  has_push: z._default(z.boolean(), false),
  /** The hour of the day at which the mail is sent. */
  digest_hour: z._default(Hour, 18),
  /** The hours between which no push message is sent; none if they are the same. */
  quiet_from: z._default(Hour, 22),
  quiet_to: z._default(Hour, 7),
  /** An IANA time zone for these hours; null is that of the device used last. */
  time_zone: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;
