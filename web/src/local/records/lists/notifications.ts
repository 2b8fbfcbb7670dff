import type { Notification } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { listCalls, type PendingCall } from '../../outbox/calls';
import { MUTE_SUBJECT, NOTIFICATION_SUBJECT, findOperation, operations } from '../../outbox/operations';
import { dropRefused } from '../../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../../outbox/store';

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
  for (const { route, subject, input, at } of dropRefused(calls)) {
    const operation = findOperation({ route });
    if (operation === operations.readAllNotifications) allReadAt = at;
    else if (operation === operations.readNotification) read.set(subject.slice(NOTIFICATION_SUBJECT.length), (input.body as Entry).through);
    else muted.set(subject.slice(MUTE_SUBJECT.length), operation === operations.muteRecord);
  }
  return { read, allReadAt, muted };
}
