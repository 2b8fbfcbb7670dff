import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { CONTRACT_VERSION } from './operations';
import type { OutboxItem } from '../db/rows';

type Required = Pick<OutboxItem, 'kind' | 'rank' | 'route' | 'input' | 'subject'>;

/** An item ready to be stored; `storeItem` gives it its place in the order. */
export function newItem(userId: string, now: number, facts: Required & Partial<OutboxItem>): OutboxItem {
  return {
    id: newId(),
    seq: 0,
    user_id: userId,
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

/** Inside a transaction on the outbox: puts an item at the end of the line. Repeating it changes nothing. */
export async function storeItem(database: UserDatabase, item: OutboxItem): Promise<void> {
  if (await database.outbox.get(item.id)) return;
  const last = await database.outbox.orderBy('seq').last();
  await database.outbox.put({ ...item, seq: (last?.seq ?? 0) + 1 });
}

/**
 * A call that may wait for the network. The newest of a subject wins: one that has not left yet is replaced, one that is
 * being sent is followed.
 */
export async function enqueueCall(
  database: UserDatabase,
  facts: { route: string; input: OutboxItem['input']; subject: string; now: number },
): Promise<void> {
  const item = newItem(database.userId, facts.now, {
    kind: 'call',
    rank: 0,
    route: facts.route,
    input: facts.input,
    subject: facts.subject,
  });
  await database.write('settings', [database.outbox], async () => {
    const older = await database.outbox.where('subject').equals(facts.subject).toArray();
    await database.outbox.bulkDelete(older.filter((one) => one.state !== 'sending').map((one) => one.id));
    await storeItem(database, item);
  });
  database.queued();
}
