import { OBSCURED_ZOOM, POINT_ZOOM, TILE_CELLS } from '@veld/contract';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { addToMap, takeMapChanges } from '../observations/map-changes.ts';
import { KEY_BITS } from './grid.ts';
import { onlyRow } from '../../db/rows.ts';

/** Levels of the cells in tiles of zoom 0, of the last zoom without points, and of the last zoom that counts obscured records like others. */
export const FIRST_LEVEL = Math.log2(TILE_CELLS);
export const LAST_LEVEL = FIRST_LEVEL + POINT_ZOOM - 1;
export const LAST_OBSCURED_LEVEL = FIRST_LEVEL + OBSCURED_ZOOM - 1;

/** Changes applied in one transaction. Small, so that tiles read few dead rows, and pauses let them in between. */
const CHANGE_BATCH = 5000;
const PAUSE_MS = 100;
const RECORD_BATCH = 500;

/** The current day in UTC, as in `IS_LISTED`. */
export const TODAY = sql`(now() at time zone 'utc')::date`;

/**
 * Applies the changes whose day has come to the counts of the cells and deletes them. Tiles read counts and changes in one statement,
 * so they have the same content before, during and after.
 */
export async function applyChanges({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const applied = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ applied: number }>`
        with changes as (
          ${takeMapChanges(TODAY, CHANGE_BATCH)}
        ), cells as (
          select level, map_key >> 2 * (${sql.lit(KEY_BITS)} - level) as cell, is_obscured, sum(records)::integer as records
          from changes cross join generate_series(${sql.lit(FIRST_LEVEL)}, ${sql.lit(KEY_BITS)}) level
          where case when is_obscured then level <= ${sql.lit(LAST_OBSCURED_LEVEL)} or level = ${sql.lit(KEY_BITS)}
            else level <= ${sql.lit(LAST_LEVEL)} end
          group by 1, 2, 3 having sum(records) <> 0
        ), merged as (
          insert into map_cells as c (level, cell, is_obscured, records) select level, cell, is_obscured, records from cells order by 1, 2, 3
          on conflict (level, cell, is_obscured) do update set records = c.records + excluded.records
        )
        select count(*)::integer as applied from changes
      `.execute(tx);
      return onlyRow(rows).applied;
    });
    if (applied < CHANGE_BATCH) break;
    await setTimeout(PAUSE_MS);
  }
  await sql`delete from map_cells where records = 0`.execute(db);
}

/** Adds records that are older than the map to it, in batches. A job that was stopped continues where it was. */
export async function addMissingRecords({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    if (!(await addToMap(db, RECORD_BATCH))) return;
  }
}

const completeDatabases = new WeakSet<Db>();

/** Whether all records are counted. Once true, it stays true, because new records are counted when they are saved. */
export async function isComplete(db: Db): Promise<boolean> {
  if (completeDatabases.has(db)) return true;
  const { rows } = await sql`select 1 from observations where map_pending limit 1`.execute(db);
  if (rows.length > 0) return false;
  completeDatabases.add(db);
  return true;
}

export function registerPyramid(context: Context): void {
  context.jobs.add({ name: 'map-cells', cron: '* * * * *', timeLimit: 1800, run: () => applyChanges(context) });
  context.jobs.add({ name: 'map-records', isAtStart: true, timeLimit: 7200, run: () => addMissingRecords(context) });
}
