import type { ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { type Merged, threeWayMerge } from '../outbox/merge';
import { draftOf } from './record-shape';
import type { LocalObservation, EditBase, OutboxItem } from '../db/rows';

/** What somebody sees who opens a record to change it now. To be read before the form shows it. */
export async function readEditBase(database: UserDatabase, row: LocalObservation): Promise<EditBase> {
  const items = await database.read(() => database.outbox.where('observation_id').equals(row.id).toArray());
  return { draft: draftOf(row), version: row.version, clash: conflictVersion(items) };
}

/** The version that the record conflicts with; null where it does not. */
export function conflictVersion(items: readonly OutboxItem[]): number | null {
  return items.find((item) => item.conflict)?.conflict?.current.version ?? null;
}

/**
 * What a form says, on top of what the record is by now: another device, another tab or the outbox may have changed it while
 * the form was open or its draft lay there. What the person did not touch stays as it is now.
 */
export function rebase(row: LocalObservation, editBase: EditBase | null | undefined, mine: ObservationDraft): Merged {
  return editBase ? threeWayMerge(editBase.draft, mine, draftOf(row)) : { merged: mine, conflicts: [] };
}
