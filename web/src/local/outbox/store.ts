import type { ObservationDraft, Route } from '@veld/contract';
import { Dexie } from 'dexie';
import { rememberUnsent, type UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { requestPersistence } from '../db/storage-notices';
import type { OutboxItem } from '../db/rows';
import { type CallOperation, CONTRACT_VERSION, type Operation, type PayloadOf, routeKey } from './operation';

/** Creates an item for `appendItem`, which assigns its `seq`. */
export function newItem(
  userId: string,
  now: number,
  operation: Operation,
  facts: Pick<OutboxItem, 'input' | 'subject'> & Partial<OutboxItem>,
): OutboxItem {
  return {
    id: newId(),
    seq: 0,
    user_id: userId,
    kind: operation.kind,
    rank: operation.rank,
    route: routeKey(operation.route),
    contract_version: CONTRACT_VERSION,
    observation_id: null,
    base_version: 0,
    base: null,
    conflict: null,
    upload_url: null,
    created_at: now,
    tries: 0,
    next_try_at: 0,
    state: 'waiting',
    last_error: null,
    ...facts,
  };
}

/** Inside a transaction on the outbox: appends an item to the queue. Idempotent. */
export async function appendItem(database: UserDatabase, item: OutboxItem): Promise<void> {
  if (await database.outbox.get(item.id)) return;
  const last = await database.outbox.orderBy('seq').last();
  await database.outbox.put({ ...item, seq: (last?.seq ?? 0) + 1 });
}

/** Queues a call. Replaces a waiting call with the same subject; one that is being sent is followed by the new one. */
export async function enqueue<R extends Route>(
  database: UserDatabase,
  operation: CallOperation<R>,
  payload: PayloadOf<R>,
  now: number,
): Promise<void> {
  await enqueueInput(database, operation, { input: payload as OutboxItem['input'], subject: operation.subject(payload) }, now);
}

/** Like `enqueue`, for the input and subject of a stored item. */
export async function enqueueInput(
  database: UserDatabase,
  operation: Operation,
  { input, subject }: Pick<OutboxItem, 'input' | 'subject'>,
  now: number,
): Promise<void> {
  const item = newItem(database.userId, now, operation, { input, subject });
  await database.write('settings', [database.outbox], async () => {
    const older = await database.outbox.where('subject').equals(subject).toArray();
    await database.outbox.bulkDelete(older.filter((one) => one.state !== 'sending').map((one) => one.id));
    await appendItem(database, item);
  });
  database.notifyEnqueued();
}

/** The items of a record, in order. */
export async function listItems(database: UserDatabase, observationId: string): Promise<OutboxItem[]> {
  const items = await database.outbox.where('observation_id').equals(observationId).toArray();
  return items.sort((first, second) => first.seq - second.seq);
}

/** The record that an item saves; null for a deletion. */
export function readBody(item: OutboxItem): ObservationDraft | null {
  return item.kind === 'record' ? (item.input.body as ObservationDraft) : null;
}

/** Call after a transaction that changed the queue: stores the number of unsent items outside the database and wakes the sender. */
export async function afterEnqueue(database: UserDatabase): Promise<void> {
  // Of several saves in one transaction, whoever opened it calls this once it is complete.
  if (Dexie.currentTransaction) return;
  rememberUnsent(database.userId, await database.read(() => database.outbox.count()).catch(() => 0));
  database.notifyEnqueued();
  void requestPersistence();
}
