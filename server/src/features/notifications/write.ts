import { createHash } from 'node:crypto';
import type {
  IDENTIFICATION_OUTCOMES,
  MODERATION_OUTCOMES,
  NotificationKind,
  NotificationReason,
  OFFLINE_MAP_MOMENTS,
  PROJECT_MOMENTS,
  QualityTopic,
  ValidationState,
} from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { FollowListener } from '../relations/routes.ts';
import type { NewDeviceListener } from '../accounts/logging-in.ts';

/** What an event says besides who did it and which record it is about. Ids only where a name can change or be hidden later. */
export interface NotificationFacts {
  identification?: (typeof IDENTIFICATION_OUTCOMES)[number];
  /** Of an identification, or the community taxon. */
  taxon_id?: number | null;
  quality?: string;
  /** What somebody says is wrong. */
  vote?: QualityTopic;
  /** What a validator decided. */
  validation?: ValidationState;
  /** To who asked the question that was answered. */
  is_answer?: true;
  moderation?: (typeof MODERATION_OUTCOMES)[number];
  /** The kind of content that moderators decided about. */
  subject?: string;
  /** The id of a badge, or the name of a device. */
  name?: string;
  project_id?: string;
  /** The saved view that found the record. */
  view_id?: string;
  /** What happens to the project. */
  moment?: (typeof PROJECT_MOMENTS)[number];
  offline_map_id?: string;
  /** What becomes of the offline map. */
  offline_map?: (typeof OFFLINE_MAP_MOMENTS)[number];
  /** Where it leads, unless that is the record or the person; a path of the app. */
  path?: string;
}

export interface NewNotification {
  /** The recipient. */
  userId: string;
  kind: NotificationKind;
  reason: NotificationReason;
  /** What it is about: events of a kind with the same subject are one entry. */
  subject: string;
  /** What happened. The same cause of an entry is stored once, however often it is written. */
  causeId: string;
  recordId?: string;
  /** Who did it. */
  actorId?: string;
  facts?: NotificationFacts;
  /** By the clock of the server; by that of the database without one. */
  at?: Date;
}

/**
 * Notifies people of an event, in its transaction. Nobody is notified of their own actions, of those of people they muted or blocked or who
 * blocked them, or about a record that they muted.
 */
export async function insertNotifications(tx: Tx, events: readonly NewNotification[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ userId, kind, reason, subject, causeId, recordId, actorId, facts, at }, place) => ({
    place,
    user_id: userId,
    entry_id: entryId(userId, kind, subject),
    cause_id: causeId,
    kind,
    reason,
    observation_id: recordId ?? null,
    actor_id: actorId ?? null,
    facts: facts ?? {},
    at: at ?? null,
  }));
  await sql`
    insert into notifications (user_id, entry_id, cause_id, kind, reason, observation_id, actor_id, facts, created_at, needs_push)
    select n.user_id, n.entry_id, n.cause_id, n.kind, n.reason, n.observation_id, n.actor_id, n.facts,
      coalesce(n.at, now()), exists (select 1 from push_subscriptions p where p.user_id = n.user_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
      place integer, user_id uuid, entry_id uuid, cause_id text, kind text, reason text, observation_id uuid, actor_id uuid, facts jsonb,
      at timestamptz
    )
    where n.user_id is distinct from n.actor_id
      and (select u.deleted_at is null from users u where u.id = n.user_id)
      and not exists (
        select 1 from relations r where r.user_id = n.user_id and r.other_id = n.actor_id and r.kind in ('mute', 'block')
      )
      and not exists (select 1 from relations r where r.user_id = n.actor_id and r.other_id = n.user_id and r.kind = 'block')
      and not exists (select 1 from notification_mutes m where m.user_id = n.user_id and m.observation_id = n.observation_id)
    order by n.place
    on conflict (user_id, entry_id, cause_id) do nothing
  `.execute(tx);
}

interface ReadCause extends Pick<NewNotification, 'userId' | 'kind' | 'subject' | 'causeId'> {}

/** Marks the events of an entry as read, through that of a cause. Does nothing if the person was not notified of it. */
export async function readThroughCause(tx: Tx, { userId, kind, subject, causeId }: ReadCause, now: Date): Promise<void> {
  const entry = entryId(userId, kind, subject);
  await sql`
    update notifications set read_at = ${now}, needs_push = false
    where user_id = ${userId} and entry_id = ${entry} and read_at is null and seq <= (
      select seq from notifications where user_id = ${userId} and entry_id = ${entry} and cause_id = ${causeId}
    )
  `.execute(tx);
}

/** Notifies all moderators. */
export async function notifyModerators(tx: Tx, event: Omit<NewNotification, 'userId' | 'reason'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users where 'admin' = any(roles) and deleted_at is null`.execute(tx);
  await insertNotifications(
    tx,
    rows.map(({ id }) => ({ ...event, userId: id, reason: 'moderator' })),
  );
}

/** The id of an entry: a UUID of version 8, made from what its events have in common, so that they meet without a search. */
export function entryId(userId: string, kind: NotificationKind, subject: string): string {
  const bytes = createHash('sha256').update(`${userId} ${kind} ${subject}`).digest().subarray(0, 16);
  bytes[6] = 0x80 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Notifies a person of a new follower. */
export const notifyFollowed: FollowListener = (tx, followerId, followedId) =>
  insertNotifications(tx, [
    { userId: followedId, kind: 'follow', reason: 'followed', subject: 'followers', causeId: followerId, actorId: followerId },
  ]);

/** Notifies a person of a login on a new device, in addition to the mail. */
export const notifyNewDevice: NewDeviceListener = (tx, { userId, sessionId, deviceName }) =>
  insertNotifications(tx, [
    {
      userId,
      kind: 'security',
      reason: 'account',
      subject: sessionId,
      causeId: sessionId,
      facts: { name: deviceName, path: '/settings/security' },
    },
  ]);
