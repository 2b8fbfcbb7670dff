import { type JourneyContent, MAX_JOURNEY_POINTS } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Context } from '../../../http/context.ts';
import { nextOwnerSeq } from '../../observations/write.ts';
import type { JourneyRow } from '../store.ts';
import { findHiddenAreas, identify } from './areas.ts';
import { type Measured, measureTrack } from './measure.ts';

/*
 * What others see of a track is computed once, by a job, and stored in `journey_tracks`:
 *
 *   a change of the journey or its points   withdraws the stored track and queues the job (queueTrack)
 *   a change of a private zone              withdraws all tracks of the person until the next day (withdrawTracks)
 *   the next day (UTC)                      queues what is due, and tracks around which other records hide their place (queueDueTracks)
 *
 * A journey is `ready` while its track is stored. Until then others see none.
 */

const JOB = 'journey-track';
const BATCH = 200;
/** The longest job: reading the points, and the time limit of the thread. In seconds. */
const TIME_LIMIT_S = 180;
const NO_TRACK = JSON.stringify({ cells: [], lines: [], distance_m: 0 });

export function registerTracks(context: Context): void {
  context.jobs.add({ name: JOB, timeLimit: TIME_LIMIT_S, run: ({ id }) => computeTrack(context, String(id)) });
  context.jobs.add({
    name: 'journey-tracks-daily',
    cron: '1 0 * * *',
    isAtStart: true,
    timeLimit: 3600,
    run: () => queueDueTracks(context),
  });
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10);
/** The latest of some days; those that are null do not count. */
const latest = (...days: readonly (string | null)[]) =>
  days.reduce((last, day) => (last === null || (day !== null && day > last) ? day : last), null);
const dayAfter = (at: Date) => utcDay(new Date(at.getTime() + 86_400_000));

type Shape = Pick<JourneyContent, 'sharing' | 'time_zone' | 'trim'> & { started_at: string | Date; ended_at: string | Date | null };

/** Whether what others see, or how long the track is, depends on how a save changed a journey. */
export function changesTrack(before: Shape, after: Shape): boolean {
  const of = ({ sharing, time_zone, trim, started_at, ended_at }: Shape) =>
    JSON.stringify([
      sharing,
      time_zone,
      trim && [trim.from_seq, trim.to_seq],
      new Date(started_at).getTime(),
      ended_at && new Date(ended_at).getTime(),
    ]);
  return of(before) !== of(after);
}

/** Withdraws what others saw of the track of a journey that the transaction has locked, and queues its job once the journey has ended. */
export async function queueTrack(context: Context, tx: Tx, row: JourneyRow): Promise<JourneyRow> {
  const isDue = row.ended_at !== null;
  const today = utcDay(context.now());
  const visible = row.shared_at ? dayAfter(row.shared_at) : today;
  const changed = await tx
    .updateTable('journeys')
    .set({
      track_revision: sql`track_revision + 1`,
      track_is_ready: false,
      track_is_queued: isDue,
      track_areas: null,
      track_due_on: isDue ? latest(today, visible, row.track_due_on) : null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.track_is_ready) await tx.deleteFrom('journey_tracks').where('journey_id', '=', row.id).execute();
  // One job for all changes until it begins, such as the chunks of points of a journey that has ended.
  if (isDue && !row.track_is_queued) await context.jobs.send(JOB, { id: row.id }, tx);
  return changed;
}

/**
 * Withdraws all tracks that a person shares until the next day (UTC), when they are computed without the private zones of now. All, because
 * the tracks that stay would show where the zone is not.
 */
export async function withdrawTracks(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    with withdrawn as (
      update journeys set track_revision = track_revision + 1, track_is_ready = false, track_areas = null,
        track_due_on = greatest(track_due_on, ${dayAfter(now)}::date)
      where user_id = ${userId} and ended_at is not null and deleted_at is null and sharing <> 'none'
      returning id
    ) delete from journey_tracks where journey_id in (select id from withdrawn)
  `.execute(tx);
}

/**
 * Queues the tracks that are due, and withdraws and queues those around which records hide their place since the day before, or no more.
 * Safe to run again and concurrently.
 */
export async function queueDueTracks(context: Context): Promise<void> {
  const today = utcDay(context.now());
  for (let after: string | null = null; ;) {
    const { rows }: { rows: JourneyRow[] } = await sql<JourneyRow>`
      select j.* from journeys j
      where j.deleted_at is null and j.ended_at is not null and j.sharing <> 'none' and j.track_due_on <= ${today}::date
        ${after ? sql`and j.id > ${after}::uuid` : sql``}
      order by j.id limit ${BATCH}
    `.execute(context.db);
    for (const row of rows) {
      const isWaiting = !row.track_is_ready && row.track_fault === null;
      const areas = await findHiddenAreas(context.db, row, context.secret);
      if (isWaiting || identify(areas) !== row.track_areas) await requeue(context, row.id);
    }
    const last: JourneyRow | undefined = rows[BATCH - 1];
    if (!last) return;
    after = last.id;
  }
}

async function requeue(context: Context, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = await tx.selectFrom('journeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    // A job that was lost left its mark, so it is queued again in any case.
    if (row && row.deleted_at === null) await queueTrack(context, tx, { ...row, track_is_queued: false });
  });
}

/** The job: measures the track as it is now, and stores the result unless the journey changed meanwhile. */
export async function computeTrack(context: Context, id: string): Promise<void> {
  const { db } = context;
  const today = utcDay(context.now());
  const row = await db
    .updateTable('journeys')
    .set({ track_is_queued: false })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row || row.ended_at === null) return;
  const isDue = row.sharing !== 'none' && row.track_due_on !== null && row.track_due_on <= today;
  const areas = isDue ? await findHiddenAreas(db, row, context.secret) : [];
  const blocks = await db.selectFrom('journey_blocks').select('points').where('journey_id', '=', id).orderBy('block').execute();
  const shared = row.sharing === 'none' || !isDue ? null : { sharing: row.sharing, areas };
  const measured: Measured =
    blocks.length === 0
      ? { distance_m: null, track: NO_TRACK, shared_m: 0, fault: null }
      : await measureTrack({ blocks: blocks.map(({ points }) => points), trim: row.trim, shared });
  if (measured.fault)
    context.log.warn({ journey: id, points: row.points, most: MAX_JOURNEY_POINTS, fault: measured.fault }, 'track not shared');
  await inTransaction(db, (tx) => storeTrack(tx, row, { ...measured, isDue, areas: identify(areas) }));
}

async function storeTrack(tx: Tx, row: JourneyRow, found: Measured & { isDue: boolean; areas: string }): Promise<void> {
  const { distance_m, track, shared_m, isDue, areas } = found;
  const fault = isDue || found.fault ? found.fault : row.track_fault;
  // The owner's devices fetch the journey again if something changed.
  const owner_seq = fault === row.track_fault ? {} : { owner_seq: await nextOwnerSeq(tx, row.user_id, 1) };
  const result = isDue ? { track_is_ready: found.fault === null, track_areas: areas } : {};
  const stored = await tx
    .updateTable('journeys')
    .set({ distance_m, track_fault: fault, ...result, ...owner_seq })
    .where('id', '=', row.id)
    .where('track_revision', '=', row.track_revision)
    .executeTakeFirst();
  if (stored.numUpdatedRows === 0n || !isDue || track === null) return;
  await tx
    .insertInto('journey_tracks')
    .values({ journey_id: row.id, track, distance_m: shared_m })
    .onConflict((conflict) => conflict.column('journey_id').doUpdateSet({ track, distance_m: shared_m }))
    .execute();
}
