import { type Notification, readNotification, readAllNotifications, muteRecord, unmuteRecord } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { call, hasOperation, readPayload } from '../outbox/operation';
import { listCalls, type PendingCall, dropRefused } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the entry, or `all`. */
const NOTIFICATION_SUBJECT = 'notification:';
/** Followed by the id of the record. */
const MUTE_SUBJECT = 'notification_mute:';

export const operations = {
  readNotification: call(readNotification, {
    label: 'notification',
    subject: ({ params }) => NOTIFICATION_SUBJECT + params.id,
    mayBeGone: true,
  }),
  readAllNotifications: call(readAllNotifications, { label: 'notification', subject: () => `${NOTIFICATION_SUBJECT}all` }),
  muteRecord: call(muteRecord, { label: 'notification_mute', subject: ({ params }) => MUTE_SUBJECT + params.id, mayBeGone: true }),
  unmuteRecord: call(unmuteRecord, { label: 'notification_mute', subject: ({ params }) => MUTE_SUBJECT + params.id }),
};

type Entry = Pick<Notification, 'id' | 'through'>;

/** Marks a notification as read, as far as it was shown. Resolves once it is stored on the device, as do the others. */
export async function readEntry(database: UserDatabase, { id, through }: Entry, now = Date.now()): Promise<void> {
  await enqueue(database, operations.readNotification, { params: { id }, body: { through } }, now);
  await afterEnqueue(database);
}

/** Marks all notifications as read, through the last one shown. */
export async function readAllEntries(database: UserDatabase, { through }: Entry, now = Date.now()): Promise<void> {
  await enqueue(database, operations.readAllNotifications, { body: { through } }, now);
  await afterEnqueue(database);
}

/** Mutes the notifications about a record, or ends that. */
export async function setRecordMuted(database: UserDatabase, recordId: string, isMuted: boolean, now = Date.now()): Promise<void> {
  const payload = { params: { id: recordId } };
  await (isMuted ? enqueue(database, operations.muteRecord, payload, now) : enqueue(database, operations.unmuteRecord, payload, now));
  await afterEnqueue(database);
}

/** The number of operations that cannot succeed without a decision of the user. */
export async function countNeedsAttention(database: UserDatabase): Promise<number> {
  const range = [
    ['needs_attention', -Infinity],
    ['needs_attention', Infinity],
  ] as const;
  return database.read(() =>
    database.outbox
      .where('[state+rank+seq]')
      .between(...range)
      .count(),
  );
}

/** What the user did with notifications that an answer of the server may not have yet. */
export interface NotificationChanges {
  /** How far each was read, by its id. */
  read: ReadonlyMap<string, string>;
  /** When all were marked as read; null if not. */
  allReadAt: number | null;
  /** Whether a record is muted, by its id. */
  muted: ReadonlyMap<string, boolean>;
}

/** The changes that the server accepted since a time, then the unsent ones. */
export async function notificationCalls(database: UserDatabase, since: number): Promise<PendingCall[]> {
  return (await Promise.all([NOTIFICATION_SUBJECT, MUTE_SUBJECT].map((subject) => listCalls(database, subject, since)))).flat();
}

/** What changes amount to. Those that the server refused do not count. */
export function sumUpChanges(calls: readonly PendingCall[]): NotificationChanges {
  const read = new Map<string, string>();
  const muted = new Map<string, boolean>();
  let allReadAt: number | null = null;
  for (const call of dropRefused(calls)) {
    const { subject, at } = call;
    const one = readPayload(call, operations.readNotification);
    if (hasOperation(call, operations.readAllNotifications)) allReadAt = at;
    else if (one) read.set(subject.slice(NOTIFICATION_SUBJECT.length), one.body.through);
    else muted.set(subject.slice(MUTE_SUBJECT.length), hasOperation(call, operations.muteRecord));
  }
  return { read, allReadAt, muted };
}
