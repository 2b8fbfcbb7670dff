import type { UserDatabase } from '../../db/database';
import { ownObservation, saveObservation } from '../observations';
import { pickDraft } from '../record-shape';

/** Makes records part of a journey, or of none; one by one, so that repeating it after a failure moves the rest. */
export async function moveToJourney(database: UserDatabase, ids: readonly string[], journeyId: string | null): Promise<void> {
  for (const id of ids) {
    const row = await ownObservation(database, id);
    if (!row || (row.journey_id ?? null) === journeyId) continue;
    const draft = pickDraft(row);
    const editBase = { draft, version: row.version, clash: null };
    await saveObservation(database, { ...draft, journey_id: journeyId }, [], { id, user: row.user, taxon: row.taxon, editBase });
  }
}
