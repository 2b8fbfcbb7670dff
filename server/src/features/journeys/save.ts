import { itemAt, type JourneyContent, type JourneyWrite, rounded, type TrackPoint } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { nextOwnerSeq } from '../observations/write.ts';
import { storePoints } from './blocks.ts';
import {
  findJourney,
  insertJourney,
  isRepeated,
  type JourneyRow,
  lockJourney,
  removeJourney,
  updateJourney,
  updateTrack,
} from './store.ts';
import { changesTrack, queueTrack } from './tracks/job.ts';

export interface JourneySave {
  id: string;
  userId: string;
  /** The version that the write is based on; null for a new journey. */
  base: number | null;
  body: JourneyWrite;
  now: Date;
}

/** With `isConflict`, nothing was changed and `row` is the stored version. */
export interface Saved {
  row: JourneyRow;
  isConflict: boolean;
}

/** Stores a journey. A repeated write changes nothing, one based on an older version is a conflict, one to a deleted journey gives 410. */
export async function saveJourney(context: Context, tx: Tx, { id, userId, base, body, now }: JourneySave): Promise<Saved> {
  // As in every write, locks the owner's counter first.
  const owner_seq = await nextOwnerSeq(tx, userId, 1);
  const { write_id, ...content } = body;
  const existing = await lockJourney(tx, id);
  if (!existing) {
    if (base !== null) throw new Fault('not_found');
    const row = { id, user_id: userId, version: 1, owner_seq, created_at: now, updated_at: now, shared_at: sharedAt(null, content, now) };
    const inserted = await insertJourney(tx, content, row);
    // Another user inserted a journey with this id at the same time.
    if (!inserted) throw new Fault('not_found');
    await isRepeated(tx, id, write_id);
    return { row: await queueTrack(context, tx, inserted), isConflict: false };
  }
  const own = requireOwn(existing, userId);
  // A conflict must not be remembered: the device sends it again, based on the newer version.
  if (base !== own.version) {
    const isKnown = await tx
      .selectFrom('journey_writes')
      .select('write_id')
      .where('journey_id', '=', id)
      .where('write_id', '=', write_id)
      .executeTakeFirst();
    return { row: own, isConflict: !isKnown };
  }
  if (await isRepeated(tx, id, write_id)) return { row: own, isConflict: false };
  const change = { version: own.version + 1, owner_seq, updated_at: now, shared_at: sharedAt(own.shared_at, content, now) };
  const { paused_s } = own.effort;
  const effort = { ...(paused_s !== undefined && { paused_s }), ...content.effort };
  const row = await updateJourney(tx, id, { ...content, effort }, change);
  return { row: changesTrack(own, content) ? await queueTrack(context, tx, row) : row, isConflict: false };
}

/** Since when a journey is finished and shared, in some way. */
function sharedAt(before: Date | null, { sharing, ended_at }: JourneyContent, now: Date): Date | null {
  return sharing === 'none' || ended_at === null ? null : (before ?? now);
}

/** Stores points of a journey of the caller, each `seq` once. */
export async function savePoints(
  context: Context,
  tx: Tx,
  { id, userId, points, now }: { id: string; userId: string; points: readonly TrackPoint[]; now: Date },
): Promise<JourneyRow> {
  const owner_seq = await nextOwnerSeq(tx, userId, 1);
  const own = requireOwn(await lockJourney(tx, id), userId);
  const added = await storePoints(tx, id, points.map(rounded));
  if (added === 0) return own;
  const last_seq = Math.max(own.last_seq ?? -1, itemAt(points, -1).seq);
  return queueTrack(context, tx, await updateTrack(tx, id, { points: own.points + added, last_seq, owner_seq, updated_at: now }));
}

/** Deletes a journey of the caller. Repeating it changes nothing. */
export async function deleteOwnJourney(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  const found = await findJourney(tx, id);
  if (!found || found.user_id !== userId) throw new Fault('not_found');
  if (found.deleted_at !== null) return;
  const owner_seq = await nextOwnerSeq(tx, userId, 1);
  const own = await lockJourney(tx, id);
  if (own?.deleted_at === null) await removeJourney(tx, own, owner_seq, now);
}

/** Requires a journey of the caller that is not deleted: 404 for that of somebody else, as for none, and 410 for a deleted one. */
export function requireOwn<J extends { user_id: string; deleted_at: Date | null }>(journey: J | undefined, userId: string): J {
  if (!journey || journey.user_id !== userId) throw new Fault('not_found');
  if (journey.deleted_at !== null) throw new Fault('gone');
  return journey;
}
