import { EXPERIENCE } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { EXPERIENCE_CELL, GIVES_EXPERIENCE, HAS_PHOTO, ledgerStatement } from './ledger.ts';
import { fixed, type Slot } from '../../db/fixed.ts';
import type { Tx } from '../../db/open.ts';

/** Records that were written, and what they were of before. */
export interface Affected {
  records: readonly string[];
  taxa?: readonly number[];
  cells?: readonly number[];
}

/**
 * Recomputes a person's experience for these records, on their days, and for their taxa and cells as well as those given. A function
 * of the current records only: it adds missing points and removes those that are no longer earned (decision 0049). Idempotent. The
 * person's writes must be locked.
 */
export async function updateExperience(tx: Tx, userId: string, { records, taxa = [], cells = [] }: Affected): Promise<void> {
  if (records.length === 0) return;
  const [allTaxa, allCells] = [[...new Set(taxa)], [...new Set(cells)]];
  await recompute(tx, { userId, records: [...records], taxa: allTaxa, cells: allCells });
}

/** Recomputes all experience for a person's records. Their writes must be locked. */
export async function recomputeExperience(tx: Tx, userId: string): Promise<void> {
  await ledgerStatement({
    userId,
    earned: earnedIn(userId, {
      days: sql`select distinct o.observed_from as day from observations o where o.user_id = ${userId} and o.observed_from is not null`,
      taxa: sql`select distinct o.taxon_id as id from observations o where o.user_id = ${userId} and o.taxon_id is not null`,
      cells: sql`select distinct ${EXPERIENCE_CELL} as cell from observations o where o.user_id = ${userId} and o.latitude is not null`,
    }),
    isDecided: sql`e.reason in ('record', 'evidence', 'confirmed', 'species', 'cell')`,
  }).execute(tx);
}

interface Keys {
  userId: string;
  records: string[];
  taxa: number[];
  cells: number[];
}

const recompute = fixed<Keys, never>(({ userId, records, taxa, cells }) =>
  ledgerStatement({
    userId,
    earned: sql`written as (
      select o.observed_from, o.taxon_id, ${EXPERIENCE_CELL} as cell from observations o
      where o.user_id = ${userId} and o.id = any(${records}::uuid[])
    ), ${earnedIn(userId, {
      // A record that gave no points before changes nothing on the day that it was on.
      days: sql`select observed_from as day from written where observed_from is not null union
        select e.day from xp_events e
        where e.user_id = ${userId} and e.reason = 'record' and e.source_id = any(${records}::text[]) and e.day is not null`,
      taxa: sql`select taxon_id as id from written where taxon_id is not null union select unnest(${taxa}::integer[])`,
      cells: sql`select cell from written where cell is not null union select unnest(${cells}::float8[])`,
    })}`,
    isDecided: sql`(
      (e.reason in ('record', 'evidence', 'confirmed') and (e.source_id = any(${records}::text[]) or e.day in (select day from days)))
      or (e.reason = 'species' and e.source_id in (select id::text from taxa_written))
      or (e.reason = 'cell' and e.source_id in (select cell::bigint::text from cells_written))
    )`,
  }),
);

/** The days, taxa and cells to compute, as queries. */
interface Scope {
  days: RawBuilder<unknown>;
  taxa: RawBuilder<unknown>;
  cells: RawBuilder<unknown>;
}

/** What gives points of records of the same taxon, day and place, within about 100 metres: one, best one with a photo. */
const SAME_FIND = sql`o.observed_from, coalesce(o.taxon_id::text, o.id::text), floor(o.latitude * 1000), floor(o.longitude * 1000)`;

function earnedIn(userId: string | Slot, scope: Scope): RawBuilder<unknown> {
  const { record, evidence, confirmed, species, cell } = EXPERIENCE;
  const points = (cause: { points: number }) => sql.lit(cause.points);
  const ofRecord = (name: string, cause: { points: number; perDay: number }, isMet: RawBuilder<unknown>) => sql`
    select ${sql.lit(name)}::text as reason, f.id::text as source_id, ${points(cause)}::integer as points, f.day from finds f
    where f.number <= ${sql.lit(cause.perDay)} and ${isMet}`;
  return sql`days as materialized (${scope.days}), taxa_written as materialized (${scope.taxa}), cells_written as materialized (${scope.cells}),
    candidates as (
      select o.id, o.observed_from as day, o.quality, o.created_at, ${HAS_PHOTO} as has_photo,
        row_number() over (partition by ${SAME_FIND} order by ${HAS_PHOTO} desc, o.created_at, o.id) as copy
      from observations o
      where o.user_id = ${userId} and o.observed_from in (select day from days) and ${GIVES_EXPERIENCE}
    ), finds as (
      select *, row_number() over (partition by day order by created_at, id) as number from candidates where copy = 1
    ), earned as (
      ${ofRecord('record', record, sql`true`)}
      union all ${ofRecord('evidence', evidence, sql`f.has_photo`)}
      union all ${ofRecord('confirmed', confirmed, sql`f.quality = 'confirmed'`)}
      union all
      select 'species', t.id::text, ${points(species)}::integer, null::date
      from taxa t
      where t.id in (select id from taxa_written) and t.rank = 'species' and exists (
        select 1 from observations o where o.user_id = ${userId} and o.taxon_id = t.id and ${GIVES_EXPERIENCE}
      )
      union all
      select 'cell', c.cell::bigint::text, ${points(cell)}::integer, null::date
      from cells_written c
      where exists (
        select 1 from observations o where ${EXPERIENCE_CELL} = c.cell and o.user_id = ${userId} and ${GIVES_EXPERIENCE}
      )
    )`;
}
