import type { ObservationVersion, TaxonSummary } from '@veld/contract';
import type { UserDatabase } from './database';
import { draftOf } from './record-shape';
import { saveObservation } from './save-observation';

/**
 * Saves an older version of an own record again, as an edit of the newest one. The photos stay as they are now: those taken
 * out since are gone, and none is taken out by going back. False where this device does not have the record.
 */
export async function takeVersion(
  database: UserDatabase,
  id: string,
  record: ObservationVersion['record'],
  options: { taxon?: TaxonSummary | null; now?: number } = {},
): Promise<boolean> {
  const row = await database.read(() => database.observations.get(id));
  if (!row || row.deleted === 1) return false;
  const attributes = record.attributes as ReturnType<typeof draftOf>['attributes'];
  await saveObservation(database, { ...record, attributes, media: draftOf(row).media }, [], { id, user: row.user, ...options });
  return true;
}
