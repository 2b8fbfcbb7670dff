import { type Language, MAX_AREA_RECORDS, MAX_AREA_SPECIES, type TaxonGroup } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE } from '../../db/absence.ts';
import { OBSERVED } from '../../db/observed.ts';
import type { Db } from '../../db/open.ts';
import { HAS_IMAGE, IS_LISTED } from '../../db/visibility.ts';
import { type BoxCells, type KeyRange, listBoxRanges } from './boxes.ts';
import { KEY_BITS } from './grid.ts';
import { LAST_OBSCURED_LEVEL, TODAY } from './pyramid.ts';
import { changesFor, type Filter, matches } from './store.ts';
import { onlyRow } from '../../db/only-row.ts';

/** Limit of records that are counted one by one. */
export const MAX_RECORDS = 20_000;

export interface Totals {
  records: number;
  species: number;
  /** Whether the limit was reached. */
  isCut: boolean;
}

/** Which records of the ranges count: all, those with an open place, or those that are obscured. */
export type Kind = 'all' | 'open' | 'obscured';

/** Public records whose public place lies in the ranges, at most `max` and one more. */
function found(ranges: readonly KeyRange[], filter: Filter, kind: Kind, max: number, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const limit = sql.lit(max + 1);
  return sql`
    select ${columns}
    from unnest(${ranges.map(({ start }) => start)}::bigint[], ${ranges.map(({ end }) => end)}::bigint[]) as r(first, past)
    cross join lateral (
      select o.* from observations o join users u on u.id = o.user_id
      where o.map_key >= r.first and o.map_key < r.past ${kind === 'all' ? sql`` : sql`and o.geoprivacy = ${kind}`}
        and ${IS_LISTED} and not ${IS_ABSENCE} and ${matches(filter, false)}
      limit ${limit}
    ) o limit ${limit}`;
}

function totalsOf({ records, species }: { records: number; species: number }, max: number): Totals {
  return { records: Math.min(records, max), species, isCut: records > max };
}

/** The number of records, at most `max`, and of species in the ranges. */
export async function countTotals(db: Db, ranges: readonly KeyRange[], filter: Filter, max: number): Promise<Totals> {
  const { rows } = await sql<{ records: number; species: number }>`
    select count(*)::integer as records, count(distinct species)::integer as species
    from (${found(ranges, filter, 'all', max, sql`${FOUND_SPECIES} as species`)}) found
  `.execute(db);
  return totalsOf(onlyRow(rows), max);
}

/** The number of public records in a box of at most `LAST_LEVEL`, from the counts of its cells and the changes not applied yet. */
export async function countCells(db: Db, box: BoxCells, viewerId?: string): Promise<number> {
  const isFine = box.level > LAST_OBSCURED_LEVEL;
  const keys = listBoxRanges(box);
  const inRanges = (column: RawBuilder<unknown>, ranges: readonly KeyRange[]) => sql`exists (
    select 1 from unnest(${ranges.map(({ start }) => start)}::bigint[], ${ranges.map(({ end }) => end)}::bigint[]) as r(first, past)
    where ${column} >= r.first and ${column} < r.past)`;
  const cellsOf = (level: number, ranges: readonly KeyRange[], where: RawBuilder<unknown>) => sql`
    select c.records
    from unnest(${ranges.map(({ start }) => start)}::bigint[], ${ranges.map(({ end }) => end)}::bigint[]) as r(first, past)
    join map_cells c on c.level = ${sql.lit(level)} and c.cell >= r.first and c.cell < r.past ${where}`;
  const counts = isFine
    ? sql`${cellsOf(box.level, box.cells, sql`and not c.is_obscured`)} union all ${cellsOf(KEY_BITS, keys, sql`and c.is_obscured`)}`
    : cellsOf(box.level, box.cells, sql``);
  const { rows } = await sql<{ records: number }>`
    select coalesce(sum(records), 0)::integer as records from (
      ${counts} union all select records from ${changesFor(viewerId)} changes where shown_on <= ${TODAY} and ${inRanges(sql`map_key`, keys)}
    ) counts
  `.execute(db);
  return onlyRow(rows).records;
}

export interface AreaRows extends Totals {
  taxa: { taxon_id: number; records: number }[];
  months: { month: number; records: number }[];
  /** The ids of the latest records. */
  latest: string[];
}

/** Figures for the ranges. If the limit was reached, they cover only the records counted. */
export async function readArea(db: Db, ranges: readonly KeyRange[], filter: Filter, kind: Kind): Promise<AreaRows> {
  const columns = sql`o.id, ${OBSERVED} as position, o.observed_from, o.observed_to, ${FOUND_SPECIES} as species`;
  const { rows } = await sql<Omit<AreaRows, 'isCut'>>`
    with found as materialized (${found(ranges, filter, kind, MAX_RECORDS, columns)})
    select count(*)::integer as records, count(distinct species)::integer as species,
      (select coalesce(json_agg(s), '[]') from (
        select species as taxon_id, count(*)::integer as records from found where species is not null
        group by species order by count(*) desc, species limit ${sql.lit(MAX_AREA_SPECIES)}
      ) s) as taxa,
      (select coalesce(json_agg(m), '[]') from (
        select extract(month from observed_from)::integer as month, count(*)::integer as records from found
        where date_trunc('month', observed_from::timestamp) = date_trunc('month', observed_to::timestamp) group by 1 order by 1
      ) m) as months,
      (select coalesce(json_agg(id order by position desc, id desc), '[]') from (
        select id, position from found order by position desc, id desc limit ${sql.lit(MAX_AREA_RECORDS)}
      ) l) as latest
    from found
  `.execute(db);
  const row = onlyRow(rows);
  return { ...row, ...totalsOf(row, MAX_RECORDS) };
}

export interface NamedTaxonRow {
  id: number;
  name: string;
  scientific_name: string;
  rank: string;
  taxon_group: TaxonGroup;
  has_image: boolean;
}

export async function listTaxa(db: Db, ids: readonly number[], language: Language): Promise<NamedTaxonRow[]> {
  const { rows } = await sql<NamedTaxonRow>`
    select t.id, coalesce(n.name, e.name, t.display_name) as name, t.scientific_name, t.rank, t.taxon_group, ${HAS_IMAGE} as has_image
    from taxa t
    left join taxon_names n on n.taxon_id = t.id and n.language = ${language} and n.is_preferred
    left join taxon_names e on e.taxon_id = t.id and e.language = 'en' and e.is_preferred
    where t.id = any(${[...ids]}::integer[])
  `.execute(db);
  return rows;
}
