import type { ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { ownObservation, saveObservation } from './observations';
import { pickDraft } from './record-shape';

export type RecordPlace = Pick<ObservationDraft, 'latitude' | 'longitude' | 'coordinate_uncertainty_m' | 'location_source' | 'location_id'>;

/** Gives a place to those of the records that have none, one by one; repeating it after a failure places the rest. */
export async function placeRecords(database: UserDatabase, ids: readonly string[], place: RecordPlace): Promise<void> {
  for (const id of ids) {
    const row = await ownObservation(database, id);
    if (!row || row.latitude != null) continue;
    const draft = pickDraft(row);
    // The edit is based on what was read, so a place that arrives from elsewhere in the meantime is a conflict like any other.
    const editBase = { draft, version: row.version, clash: null };
    await saveObservation(database, { ...draft, ...place }, [], {
      id,
      user: row.user,
      taxon: row.taxon,
      editBase,
      place: 'chosen',
      obscuresHome: true,
    });
  }
}
