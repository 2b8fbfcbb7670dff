import { z } from 'zod/mini';
import { QUALITY_TOPICS } from '../identifications/grade.ts';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { Cursor, DeviceMadeId, NumberText, Quality, Uuid } from '../vocabulary.ts';
import { Answer, Question, ValidationState } from '../validation/states.ts';
import { NotificationKind } from './kinds.ts';

const path = '/api/notifications/unsubscribe';
/** Of the link in a daily mail. */
const query = z.object({ token: z.string().check(z.maxLength(200)) });

export const askUnsubscribe = route({
  method: 'GET',
  path,
  summary: 'A page that asks whether to stop the daily mail, for the link in it; no login is needed. Changes nothing',
  query,
  replies: { 200: z.string() },
  replyType: 'text/html',
});

export const unsubscribe = route({
  method: 'POST',
  path,
  summary: 'Stop the daily mail, from that page or by the button of a mail program (RFC 8058); repeating the request changes nothing',
  query,
  replies: { 200: z.string() },
  replyType: 'text/html',
});

/** Why a person gets a notification. */
export const NOTIFICATION_REASONS = [
  'own_record',
  'commented',
  'mentioned',
  'written_to',
  'followed',
  'saved_view',
  'own_content',
  'reported',
  'moderator',
  'member',
  'appointed',
  'achieved',
  'everyone',
  'account',
] as const;
export const NotificationReason = z.enum(NOTIFICATION_REASONS);
export type NotificationReason = z.infer<typeof NotificationReason>;

/** What a person said about the name of a record: the first name, the same name, or another. */
export const IDENTIFICATION_OUTCOMES = ['first', 'agrees', 'differs'] as const;
/** What moderators decided, or someone asked them to. */
export const MODERATION_OUTCOMES = [
  'hidden',
  'restored',
  'answered',
  'upheld',
  'dismissed',
  'appealed',
  'warned',
  'limited',
  'suspended',
  'reinstated',
  'acted',
] as const;

/** Outcomes for the person concerned, which need no other subject. */
export const PERSONAL_OUTCOMES = ['warned', 'limited', 'suspended', 'reinstated'] as const;

/** What happens to a project in which a person takes part. */
export const PROJECT_MOMENTS = ['starts', 'ends', 'news'] as const;

/** What happens to an offline map that a person requested; `expires`: the server deletes it soon. */
export const OFFLINE_MAP_MOMENTS = ['ready', 'failed', 'expires'] as const;

export const NotifiedQuestion = z.object({
  id: DeviceMadeId,
  question: Question,
  text: z.string(),
  answer: z.nullable(Answer),
  answer_text: z.string(),
  is_answer: z.boolean(),
});
export type NotifiedQuestion = z.infer<typeof NotifiedQuestion>;

/** Several events of one kind with the same subject, as one entry. */
export const Notification = z.object({
  id: Uuid,
  kind: NotificationKind,
  reason: NotificationReason,
  /** The record that it is about. */
  record: z.nullable(
    z.object({
      id: DeviceMadeId,
      taxon: z.nullable(TaxonSummary),
      /** Of the caller's own records without a taxon. */
      verbatim_name: z.nullable(z.string()),
    }),
  ),
  /** The last three people; the unread ones, if there are any. */
  people: z.array(z.object({ id: Uuid, name: z.string() })),
  people_count: z.int(),
  identification: z.nullable(z.object({ outcome: z.enum(IDENTIFICATION_OUTCOMES), taxon: z.nullable(TaxonSummary) })),
  /** The grade of the record since then, and its community taxon; also of an identification that changed them. */
  quality: z.nullable(z.object({ quality: Quality, taxon: z.nullable(TaxonSummary) })),
  /** What people say is wrong with a record. Absent otherwise. */
  vote: z.nullish(z.enum(QUALITY_TOPICS)),
  /** What a validator decided about the record. */
  validation: z.optional(z.nullable(ValidationState)),
  /** What the observer was asked, and the answer; `is_answer`: the caller asked. */
  question: z.optional(z.nullable(NotifiedQuestion)),
  moderation: z.nullable(z.object({ outcome: z.enum(MODERATION_OUTCOMES), subject: z.string() })),
  /** With the name of the project in `name`. */
  project: z.nullable(z.object({ moment: z.enum(PROJECT_MOMENTS) })),
  /** With the name of the offline map in `name`. `until`: when the server deletes its files. */
  offline_map: z.nullable(z.object({ moment: z.enum(OFFLINE_MAP_MOMENTS), until: z.nullable(z.string()) })),
  /** The last reaction. */
  emoji: z.nullable(z.string()),
  /** The id of a badge, the name of a saved view, a project, an offline map or a device, or the text of an announcement in the language of the request. */
  name: z.nullable(z.string()),
  /** Where it leads, unless that is the record or the person: a path of the app, or for an announcement also an address with https. */
  path: z.nullable(z.string()),
  is_read: z.boolean(),
  /** Whether the caller has muted the record. */
  is_muted: z.boolean(),
  /** What the device shows, to mark that as read. */
  through: z.string(),
  /** Null if the record of someone else hides its place (docs/decisions/0016-coordinates-and-geoprivacy.md). */
  created_at: z.nullable(z.string()),
});
export type Notification = z.infer<typeof Notification>;

export const MAX_NOTIFICATIONS = 100;

export const listNotifications = route({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What the caller is told about, the latest first, and how many notifications are unread',
  query: z.object({
    kind: z.optional(NotificationKind),
    /** Only unread ones. */
    unread: z.optional(z.literal('1')),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(MAX_NOTIFICATIONS)))),
  }),
  replies: { 200: z.object({ data: z.array(Notification), unread: z.int(), next_cursor: z.nullable(z.string()) }) },
});

/** What the device had shown: only this is marked as read, not what arrived since. */
const body = z.object({ through: Cursor });

export const readNotification = route({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  summary: 'Mark a notification as read, through what the device had shown of it; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  body,
  replies: { 204: null },
});

export const readAllNotifications = route({
  method: 'PUT',
  path: '/api/notifications/read',
  summary: 'Mark all notifications as read, through the last that the device had shown; repeating the request changes nothing',
  body,
  replies: { 204: null },
});

const params = z.object({ id: DeviceMadeId });

export const muteRecord = route({
  method: 'PUT',
  path: '/api/notifications/mutes/:id',
  summary: 'Get no more notifications about a record; repeating the request changes nothing. 404 for one that the caller has none about',
  params,
  replies: { 204: null },
});

export const unmuteRecord = route({
  method: 'DELETE',
  path: '/api/notifications/mutes/:id',
  summary: 'Get notifications about a record again; repeating the request changes nothing',
  params,
  replies: { 204: null },
});

const pushPath = '/api/notifications/push';

export const getPush = route({
  method: 'GET',
  path: pushPath,
  summary: 'The key with which this server signs push messages, and whether the session of the caller gets them',
  replies: { 200: z.object({ data: z.object({ public_key: z.string(), is_subscribed: z.boolean() }) }) },
});

/** What a browser gives for a subscription: where to send, and the keys to encrypt for it alone. */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'push_endpoint' }).check(z.maxLength(1000)),
  keys: z.object({
    /** A point of P-256, uncompressed. */
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}=?$/, { error: 'push_key' })),
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/, { error: 'push_key' })),
  }),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

export const putPush = route({
  method: 'PUT',
  path: pushPath,
  summary: 'Send push messages to the session of the caller from now on; repeating the request changes nothing',
  body: PushSubscription,
  replies: { 204: null },
});

export const deletePush = route({
  method: 'DELETE',
  path: pushPath,
  summary: 'Send no more push messages to the session of the caller; repeating the request changes nothing',
  replies: { 204: null },
});
