import {
  type AreaContent,
  getKnown,
  getMapCell,
  getMapSummary,
  MAX_AREA_PEOPLE,
  MAX_AREA_RECORDS,
  MAX_AREA_SPECIES,
  obscuredCell,
  type ReplyOf,
} from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { IS_LISTED } from '../../db/visibility.ts';
import { type BoxCells, type KeyRange, listBoxRanges, boxCells } from './boxes.ts';
import { axes, KEY_BITS, placeOfKey, tileBounds } from './grid.ts';
import { LAST_OBSCURED_LEVEL, TODAY, isComplete, LAST_LEVEL } from './pyramid.ts';
import { changesFor } from './store.ts';
import { onlyRow } from '../../db/rows.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { isVisitor, maybeVisiting, type Reader } from '../accounts/access.ts';
import { isNamedFor } from '../accounts/store.ts';
import { presentListed } from '../observations/present.ts';
import { isFiltered, matches, type RecordFilter } from '../observations/filter/record-filter.ts';
import { type FindProjectRecords, requirePerson, resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import { listObservations } from '../observations/store.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { type CountTile, keepForAMinute } from './access.ts';

/** Limit of records that are counted one by one. */
export const MAX_RECORDS = 20_000;

export interface Totals {
  records: number;
  species: number;
  /** Whether the limit was reached. */
  isCut: boolean;
}

/** Which records of the ranges count: all, those with an open place, or those that are obscured. */
type Kind = 'all' | 'open' | 'obscured';

/** Public records whose public place lies in the ranges, at most `max` and one more. */
function found(
  ranges: readonly KeyRange[],
  filter: RecordFilter,
  kind: Kind,
  max: number,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
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
export async function countTotals(db: Db, ranges: readonly KeyRange[], filter: RecordFilter, max: number): Promise<Totals> {
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

interface AreaRows extends Totals {
  taxa: { taxon_id: number; records: number }[];
  months: { month: number; records: number }[];
  people: AreaContent['people'];
  /** The ids of the latest records. */
  latest: string[];
}

/** Figures for the ranges. If the limit was reached, they cover only the records counted. */
async function readArea(
  { readDb: db, ...context }: Context,
  ranges: readonly KeyRange[],
  { filter, kind, callerId }: { filter: RecordFilter; kind: Kind; callerId: string },
): Promise<AreaRows> {
  const columns = sql`o.id, o.user_id, ${OBSERVED} as position, o.observed_from, o.observed_to, ${FOUND_SPECIES} as species`;
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
      json_build_object('count', count(distinct user_id)::integer, 'named', (select coalesce(json_agg(p), '[]') from (
        select u.id, u.name, counted.records from (
          select user_id, count(*)::integer as records from found group by user_id
        ) counted join users u on u.id = counted.user_id
        where u.deleted_at is null and (u.id = ${callerId} or ${isNamedFor(isVisitor({ userId: callerId }), sendsMail(context))})
        order by counted.records desc, u.id limit ${sql.lit(MAX_AREA_PEOPLE)}
      ) p)) as people,
      (select coalesce(json_agg(id order by position desc, id desc), '[]') from (
        select id, position from found order by position desc, id desc limit ${sql.lit(MAX_AREA_RECORDS)}
      ) l) as latest
    from found
  `.execute(db);
  const row = onlyRow(rows);
  return { ...row, ...totalsOf(row, MAX_RECORDS) };
}

/** Figures for an area of the map. Requests count towards the limit of tiles. */
export function registerMapTotals(
  app: FastifyInstance,
  context: Context,
  { countTile, projectRecords }: { countTile: CountTile; projectRecords: FindProjectRecords },
): void {
  const options = { problems: ['too_many_requests', 'not_found'] } as const;
  serve(
    app,
    getMapSummary,
    maybeVisiting(context),
    async ({ query, caller, request, reply }) => {
      if (query.south >= query.north) throw invalid('north', 'too_small');
      requirePerson(caller, query);
      countTile(caller, request);
      keepForAMinute(caller, reply);
      void reply.header('vary', 'authorization, accept-language');
      const box = boxCells(query);
      const filter = await resolveRecordFilter(context, query, caller, projectRecords);
      const [totals, content] = await Promise.all([
        summarizeBox(context, box, filter),
        query.content === '1'
          ? readArea(context, listBoxRanges(box), { filter, kind: 'all', callerId: caller.userId }).then((rows) =>
              presentArea(context, rows, caller),
            )
          : null,
      ]);
      return { data: { ...totals, content } };
    },
    options,
  );

  serve(
    app,
    getMapCell,
    maybeVisiting(context),
    async ({ params, query, caller, request, reply }) => {
      const isObscured = query.obscured === '1';
      if (params.cell >= 4 ** params.level || (isObscured && params.level !== KEY_BITS)) throw new Fault('not_found');
      requirePerson(caller, query);
      countTile(caller, request);
      keepForAMinute(caller, reply);
      void reply.header('vary', 'authorization, accept-language');
      return { data: await cellOf(context, params, await resolveRecordFilter(context, query, caller, projectRecords), isObscured, caller) };
    },
    options,
  );
}

/** Counts the records of a box one by one up to `max`. Beyond that, the counts of its cells give the number if there is no filter. */
export async function summarizeBox(
  { readDb: db }: Pick<Context, 'readDb'>,
  box: BoxCells,
  filter: RecordFilter,
  max = MAX_RECORDS,
): Promise<Omit<ReplyOf<typeof getMapSummary>['data'], 'content'>> {
  const { records, species, isCut } = await countTotals(db, listBoxRanges(box), filter, max);
  const isCounted = isCut && box.level <= LAST_LEVEL && !isFiltered(filter) && (await isComplete(db));
  return {
    records: isCounted ? { count: await countCells(db, box, filter.viewerId), is_minimum: false } : { count: records, is_minimum: isCut },
    species: { count: species, is_minimum: isCut },
  };
}

async function cellOf(
  context: Context,
  { level, cell }: { level: number; cell: number },
  filter: RecordFilter,
  isObscured: boolean,
  caller: Reader,
): Promise<ReplyOf<typeof getMapCell>['data']> {
  const size = 4 ** (KEY_BITS - level);
  const kind: Kind = isObscured ? 'obscured' : level > LAST_OBSCURED_LEVEL ? 'open' : 'all';
  const rows = await readArea(context, [{ start: cell * size, end: (cell + 1) * size }], { filter, kind, callerId: caller.userId });
  return {
    records: { count: rows.records, is_minimum: rows.isCut },
    species: { count: rows.species, is_minimum: rows.isCut },
    ...(await presentArea(context, rows, caller)),
    box: boxOfCell(level, cell, isObscured),
  };
}

/** The box of a cell as text: that of its tile, or of the grid cell around the centre with this key. */
function boxOfCell(level: number, cell: number, isObscured: boolean): string {
  const { latitude, longitude } = placeOfKey(cell);
  const [x, y] = axes(cell, level);
  const { west, south, east, north } = isObscured ? obscuredCell(latitude, longitude) : tileBounds({ z: level, x, y });
  return [west, south, east, north].map((degrees) => degrees.toFixed(7)).join(',');
}

/** Names the taxa of an area and presents its latest records like those of any list. */
async function presentArea(
  context: Context,
  { taxa, months: counted, people, latest }: AreaRows,
  { userId, language }: Reader,
): Promise<AreaContent> {
  const db = context.readDb;
  const ids = taxa.map(({ taxon_id }) => taxon_id);
  const [summaries, rows] = await Promise.all([
    findSummaries(db, ids, language),
    listObservations(db, { callerId: userId, language, ids: latest, limit: latest.length }),
  ]);
  const months = Array.from({ length: 12 }, () => 0);
  for (const { month, records } of counted) months[month - 1] = records;
  return {
    taxa: taxa.map(({ taxon_id, records }) => ({ taxon: getKnown(summaries, taxon_id), records })),
    months,
    people,
    latest: rows.map((row) => presentListed(context, row)),
  };
}
