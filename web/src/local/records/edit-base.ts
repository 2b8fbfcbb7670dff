import type { ObservationDraft } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { type Merged, threeWayMerge } from '../outbox/merge';
import { draftOf } from './record-shape';
import type { LocalObservation, Opened, OutboxItem } from '../db/rows';

/** What somebody sees who opens a record to change it now. To be read before the form shows it. */
export async function openedFrom(database: UserDatabase, row: LocalObservation): Promise<Opened> {
  const items = await database.read(() => database.outbox.where('observation_id').equals(row.id).toArray());
  return { draft: draftOf(row), version: row.version, clash: clashOf(items) };
}

/** The version that the record clashes with; null where it does not. */
export function clashOf(items: readonly OutboxItem[]): number | null {
  return items.find((item) => item.conflict)?.conflict?.current.version ?? null;
}

/**
 * What a form says, on top of what the record is by now: another device, another tab or the outbox may have changed it while
 * the form was open or its draft lay there. What the person did not touch stays as it is now.
 */
export function onTopOf(row: LocalObservation, opened: Opened | null | undefined, mine: ObservationDraft): Merged {
  return opened ? threeWayMerge(opened.draft, mine, draftOf(row)) : { merged: mine, clashes: [] };
}
