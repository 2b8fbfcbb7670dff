import type { UserDatabase } from '../db/database';
import { HELD, type OutboxItem } from '../db/rows';
import { appendItem, readBody, listItems } from '../outbox/store';
import { pickDraft } from './record-shape';

/**
 * Inside a transaction on the outbox: queues a save or deletion behind the last one of its record. If that one cannot have
 * reached the server, it is replaced. If it may have (it was tried, or is being sent), the new item is held until the outcome
 * is known.
 */
export async function enqueueSave(
  database: UserDatabase,
  item: OutboxItem,
  version: number,
  base: OutboxItem['base'],
  isConflictSeen = true,
): Promise<void> {
  const saves = (await listItems(database, item.observation_id!)).filter((one) => one.kind !== 'photo');
  const last = saves.at(-1);
  if (!last) return appendItem(database, { ...item, base_version: version, base });
  if (mayHaveArrived(last)) return appendItem(database, { ...item, next_try_at: HELD, base: readBody(last) ?? last.base });
  await database.outbox.delete(last.id);
  // A save after a conflict was made with the other version in view, unless its form was already open.
  const seen =
    last.conflict && isConflictSeen ? { base_version: last.conflict.current.version, base: pickDraft(last.conflict.current) } : last;
  return appendItem(database, {
    ...item,
    base_version: seen.base_version,
    base: seen.base,
    next_try_at: saves.length > 1 && last.next_try_at === HELD ? HELD : 0,
    ...choicesOf(last, item),
  });
}

/**
 * Inside a transaction on the outbox: queues a change that nobody made by hand. A save that cannot have reached the server takes it
 * up, and keeps its turn, its conflict and the user's choices.
 */
export async function enqueueAutomaticChange(
  database: UserDatabase,
  item: OutboxItem,
  version: number,
  base: OutboxItem['base'],
): Promise<void> {
  const last = (await listItems(database, item.observation_id!)).findLast((one) => one.kind !== 'photo');
  if (last?.kind !== 'record' || mayHaveArrived(last)) return enqueueSave(database, item, version, base);
  await database.outbox.update(last.id, { input: item.input });
}

function mayHaveArrived({ state, tries }: OutboxItem): boolean {
  return state === 'sending' || (state === 'waiting' && tries > 0);
}

/** A corrected save keeps the user's choices for the previous one; a deletion does not. */
function choicesOf(last: OutboxItem, item: OutboxItem): Pick<OutboxItem, 'on_hold' | 'by_hand'> {
  if (item.kind === 'deletion') return {};
  return { ...(last.on_hold ? { on_hold: true } : {}), ...(last.by_hand ? { by_hand: true } : {}) };
}
