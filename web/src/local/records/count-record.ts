import type { CountValue } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { ownObservation, saveObservation } from './observations';
import { pickDraft } from './record-shape';

/** Stores the count of a record that is on this device, as an edit of it like any other. A record that is gone stays so. */
export async function countRecord(database: UserDatabase, id: string, { count, count_max, count_type }: CountValue): Promise<void> {
  const row = await ownObservation(database, id);
  if (!row) return;
  const isSame = row.count === count && (row.count_max ?? null) === count_max && (row.count_type ?? 'exact') === count_type;
  if (isSame) return;
  const draft = pickDraft(row);
  // The edit is based on what was read, so that a count from elsewhere in the meantime is a conflict like any other.
  const editBase = { draft, version: row.version, clash: null };
  await saveObservation(database, { ...draft, count, count_max, count_type }, [], { id, user: row.user, taxon: row.taxon, editBase });
}
