import { countOfTable, type CountValue } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalObservation } from '../../../local/db/rows';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import { type Observer, pickDraft } from '../../../local/records/record-shape';
import { UNDO_MS } from '../../../local/records/undo-save';
import { withoutStaleAcknowledgements } from '../../../shared/records/acknowledged';

/** As long as the hint of duplicates takes records of one species and place for one sighting. */
const SAME_SIGHTING_MS = 10 * 60_000;

/**
 * The count of a record after one more individual; null if it has none to add one to: it says "about" or "at least", has a table, says
 * that nothing was found, or is older than a sighting lasts, so that another record is right. Without a count, one was seen.
 */
export function countWithOneMore(record: LocalObservation, now: number): number | null {
  const { count, count_type: type, attributes, saved_at: savedAt } = record;
  const isPlain = (type ?? 'exact') === 'exact' && countOfTable(attributes) === null && count !== 0;
  return isPlain && Math.abs(now - savedAt) < SAME_SIGHTING_MS ? (count ?? 1) + 1 : null;
}

/** Adds an individual to a saved record. Returns whether it could. */
export async function addOne(database: UserDatabase, id: string, user: Observer, now = Date.now()): Promise<boolean> {
  const record = await ownObservation(database, id);
  const count = record ? countWithOneMore(record, now) : null;
  if (!record || count === null) return false;
  await saveCount(database, record, { count, count_max: record.count_max ?? null, count_type: 'exact' }, { user, undoMs: UNDO_MS, now });
  return true;
}

/** Stores the count of a record that is on this device, as an edit of it like any other. A record that is gone stays so. */
export async function countRecord(database: UserDatabase, id: string, typed: CountValue): Promise<void> {
  const record = await ownObservation(database, id);
  if (!record) return;
  const { count, count_max, count_type } = record;
  const isSame = count === typed.count && (count_max ?? null) === typed.count_max && (count_type ?? 'exact') === typed.count_type;
  if (!isSame) await saveCount(database, record, typed, { user: record.user });
}

/** The edit is based on what was read, so that a count from elsewhere in the meantime is a conflict like any other. */
async function saveCount(
  database: UserDatabase,
  record: LocalObservation,
  counted: CountValue,
  options: { user: Observer; undoMs?: number; now?: number },
): Promise<void> {
  const draft = { ...pickDraft(record), ...counted };
  const attributes = withoutStaleAcknowledgements(draft);
  const editBase = await readEditBase(database, record);
  await saveObservation(database, { ...draft, attributes }, [], { id: record.id, taxon: record.taxon, editBase, ...options });
}
