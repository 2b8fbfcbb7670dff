import type { ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { type Merged, threeWayMerge } from '../outbox/merge';
import { pickDraft } from './record-shape';
import type { LocalObservation, EditBase, OutboxItem } from '../db/rows';

/** The record as an edit starts from it. Read it before the form opens. */
export async function readEditBase(database: UserDatabase, row: LocalObservation): Promise<EditBase> {
  const items = await database.read(() => database.outbox.where('observation_id').equals(row.id).toArray());
  return { draft: pickDraft(row), version: row.version, clash: conflictVersion(items) };
}

/** The server version the record conflicts with, or null. */
export function conflictVersion(items: readonly OutboxItem[]): number | null {
  return items.find((item) => item.conflict)?.conflict?.current.version ?? null;
}

/**
 * Rebases a form's values onto the current record, which another device, another tab or the outbox may have changed since the form
 * opened. Fields the user did not change keep their current values.
 */
export function rebase(row: LocalObservation, editBase: EditBase | null | undefined, mine: ObservationDraft): Merged {
  return editBase ? threeWayMerge(editBase.draft, mine, pickDraft(row)) : { merged: mine, conflicts: [] };
}
