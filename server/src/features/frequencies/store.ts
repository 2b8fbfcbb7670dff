import {
  EFFORT,
  FREQUENCY_CELL_SHIFT,
  type FrequencyTable,
  FrequencyTableBuilder,
  groupNumber,
  LISTS_OF_SOME,
  NOT_WILD,
  TAXON_GROUPS,
  type TaxonGroup,
} from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE, isAboveSpecies } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';
import { IS_LISTED, isJourneyShared } from '../../db/visibility.ts';
import { findSuccessors } from '../taxa/successors.ts';
import { onlyRow } from '../../db/rows.ts';

/** The source of this server's own records. */
export const OWN_RECORDS = 0;

/** The week of a date: `frequencyWeek` of the contract in SQL. */
export function selectWeek(day: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`((extract(month from ${day})::integer - 1) * 4 + least(3, (extract(day from ${day})::integer - 1) / 7))::smallint`;
}

/** The species of the taxon `t`, whose parent is `p`; null for higher taxa. Subspecies count for their species. */
export const SPECIES = sql`case when ${isAboveSpecies(sql`t.rank`)} then null when t.rank <> 'species' and p.rank = 'species' then p.id else t.id end`;

/** The number of a group: `groupNumber` of the contract in SQL. */
const numberOfGroup = (group: RawBuilder<unknown>) => sql`array_position(${[...TAXON_GROUPS]}::text[], ${group})`;

/** Groups of which everything was recorded on the journey `j`. */
export const COMPLETE_GROUPS = sql`(select g ->> 'group' from jsonb_array_elements(j.complete_groups) g where (g ->> 'is_complete')::boolean)`;

/**
 * Records that count: open ones with a known day and place, of something wild that was found. What hides its place or day never
 * counts, not even for the effort. Uncertain and higher taxa count for the effort only.
 *
 * A journey that others may see and on which everything of some group was recorded is a list of its own, and what was looked for in
 * such a group and not found counts for its effort. That an open record belongs to any other journey is private, and changes nothing.
 * `groups`: those for which the list counts, of a journey the complete ones and those of which something was found; null for all.
 */
const foundIn = (country: string, now: Date) => sql`
  select case when o.uncertain is not true and not ${IS_ABSENCE} then ${SPECIES} end as taxon_id,
    (o.map_key >> ${sql.lit(FREQUENCY_CELL_SHIFT)})::integer as cell, ${selectWeek(sql`o.observed_from`)} as week, o.user_id as observer,
    coalesce(j.id::text, o.observed_from::text) as list, ${IS_ABSENCE} as is_absent,
    case when j.id is not null then array(select ${numberOfGroup(sql`c.name`)} from ${COMPLETE_GROUPS} as c (name))
      || case when not ${IS_ABSENCE} and t.taxon_group is not null then array[${numberOfGroup(sql`t.taxon_group`)}] else '{}' end end as groups
  from observations o join users u on u.id = o.user_id
  left join journeys j on j.id = o.journey_id and j.user_id = o.user_id and exists ${COMPLETE_GROUPS} and ${isJourneyShared(now)}
  left join taxa t on t.id = o.taxon_id left join taxa p on p.id = t.parent_id and t.rank <> 'species'
  where o.public_country_code = ${country} and o.geoprivacy = 'open' and ${IS_LISTED}
    and (not ${IS_ABSENCE} or (j.id is not null and t.taxon_group in ${COMPLETE_GROUPS}))
    and o.map_key is not null and o.observed_from = o.observed_to
    and coalesce(o.attributes ->> 'wildness', 'wild') <> all(${NOT_WILD}::text[])`;

/**
 * Counts of `found`, which has taxon, cell, week, observer, list, whether it is an absence, and the groups for which the list counts;
 * with the effort as taxon 0, and the lists that count for some groups below it. Lists and people are counted step by step, because
 * PostgreSQL sorts all rows for a `count(distinct ...)`.
 */
export const COUNTS = sql`
  with listed as materialized (
    select taxon_id, cell, week, observer, list, count(*)::integer as records, (count(*) filter (where not is_absent))::integer as present
    from found group by 1, 2, 3, 4, 5
  ), of_all as (
    select taxon_id, cell, week, observer, records from listed where taxon_id is not null
    union all select ${sql.lit(EFFORT)}, cell, week, observer, sum(present)::integer from listed group by cell, week, observer, list
    union all select distinct on (cell, week, observer, list) ${sql.lit(LISTS_OF_SOME)}, cell, week, observer, 1 from found where groups is not null
    union all select ${sql.lit(LISTS_OF_SOME)} - g, cell, week, observer, 1
      from (select distinct cell, week, observer, list, unnest(groups) as g from found where groups is not null) of_groups
  ), of_people as (
    select taxon_id, cell, week, observer, sum(records)::integer as records, count(*)::integer as lists from of_all group by 1, 2, 3, 4
  )
  select taxon_id, cell, week, sum(records)::integer as records, sum(lists)::integer as lists, count(*)::integer as people
  from of_people group by 1, 2, 3`;

/** Counts the records of a country. Only counts that changed are written; returns their number. */
export async function countCountry(tx: Tx, country: string, now: Date): Promise<number> {
  return replaceCounts(tx, OWN_RECORDS, country, sql`found as materialized (${foundIn(country, now)}), fresh as materialized (${COUNTS})`);
}

/**
 * Replaces the counts of a source and country by those of the query `fresh`, and returns how many rows changed. Each statement writes
 * rows that no other touches; without `on conflict`, and in the order of the primary key, a row takes less time.
 */
export async function replaceCounts(tx: Tx, source: number, country: string, fresh: RawBuilder<unknown>): Promise<number> {
  await sql`set local work_mem = '64MB'`.execute(tx);
  const isStored = sql`f.source_id = ${source} and f.country_code = ${country}`;
  const isSame = sql`fresh.taxon_id = f.taxon_id and fresh.cell = f.cell and fresh.week = f.week`;
  const { rows } = await sql<{ changed: number }>`
    with ${fresh}, gone as (
      delete from frequencies f where ${isStored} and not exists (select 1 from fresh where ${isSame}) returning 1
    ), updated as (
      update frequencies f set records = fresh.records, lists = fresh.lists, people = fresh.people from fresh
      where ${isStored} and ${isSame} and (f.records, f.lists, f.people) is distinct from (fresh.records, fresh.lists, fresh.people)
      returning 1
    ), added as (
      insert into frequencies (source_id, country_code, taxon_id, cell, week, records, lists, people)
      select ${source}::integer, ${country}::text, taxon_id, cell, week, records, lists, people from fresh
      where not exists (select 1 from frequencies f where ${isStored} and ${isSame})
      order by taxon_id, cell, week returning 1
    ) select ((select count(*) from gone) + (select count(*) from updated) + (select count(*) from added))::integer as changed
  `.execute(tx);
  return onlyRow(rows).changed;
}

/** Countries with records now or at the last count, and the day of that. */
export async function listCountries(db: Db): Promise<{ country_code: string; counted_on: string | null }[]> {
  const { rows } = await sql<{ country_code: string; counted_on: string | null }>`
    with recursive recorded as (
      (select public_country_code as code from observations
       where deleted_at is null and not is_empty and public_country_code is not null order by 1 limit 1)
      union all
      select (select o.public_country_code from observations o
              where o.deleted_at is null and not o.is_empty and o.public_country_code > recorded.code order by 1 limit 1)
      from recorded where recorded.code is not null
    )
    select codes.code as country_code, c.counted_on
    from (select code from recorded where code is not null union select country_code from frequency_countries) codes
    left join frequency_countries c on c.country_code = codes.code order by 1
  `.execute(db);
  return rows;
}

export async function hasCounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('frequency_countries').select('country_code').limit(1).executeTakeFirst()) !== undefined;
}

export async function setCounted(db: Db | Tx, country: string, day: string): Promise<void> {
  await db
    .insertInto('frequency_countries')
    .values({ country_code: country, counted_on: day })
    .onConflict((on) => on.column('country_code').doUpdateSet({ counted_on: day }))
    .execute();
}

/** How many taxa are read at once. */
const TAXA = 500;

/** The counts of a taxon, as texts of arrays: `{1,2}`. A row for each count would take several times as long to read. */
interface CountsOfTaxon {
  taxon_id: number;
  cells: string;
  slots: string;
  records: string;
  lists: string;
  people: string;
}

/** The counts of a country from all sources. Merged taxa count for their successors, deleted ones no more. */
export async function readTable(db: Db | Tx, country: string): Promise<FrequencyTable> {
  const builder = new FrequencyTableBuilder(country, 'week');
  const counted = [...Map.groupBy(await listCounted(db, country), (one) => one.current)].sort(([one], [other]) => one - other);
  const groupOf = await findGroups(
    db,
    counted.map(([taxonId]) => taxonId),
  );
  for (let from = 0; from < counted.length; from += TAXA) {
    const part = counted.slice(from, from + TAXA).flatMap(([, taxa]) => taxa);
    const { rows } = await sql<CountsOfTaxon>`
      select taxon_id, array_agg(cell)::text as cells, array_agg(week)::text as slots, array_agg(records)::text as records,
        array_agg(lists)::text as lists, array_agg(people)::text as people
      from (
        select m.current as taxon_id, f.cell, f.week, sum(f.records) as records, sum(f.lists) as lists, sum(f.people) as people
        from unnest(${part.map((one) => one.taxon_id)}::integer[], ${part.map((one) => one.current)}::integer[]) as m (taxon_id, current)
        join frequencies f on f.country_code = ${country} and f.taxon_id = m.taxon_id
        group by 1, 2, 3 order by 1, 2, 3
      ) counts group by 1 order by 1
    `.execute(db);
    for (const row of rows) addCounts(builder, row, groupOf.get(row.taxon_id));
  }
  return builder.build();
}

/** The taxa that have counts in a country, each with the one that it counts for now. */
async function listCounted(db: Db | Tx, country: string): Promise<{ taxon_id: number; current: number }[]> {
  const stored = await db
    .selectFrom('frequencies')
    .select('taxon_id')
    .distinct()
    .where('country_code', '=', country)
    .orderBy('taxon_id')
    .execute();
  const successors = await findSuccessors(
    db,
    stored.map(({ taxon_id }) => taxon_id),
  );
  return stored.flatMap(({ taxon_id }) => {
    if (taxon_id <= EFFORT) return [{ taxon_id, current: taxon_id }];
    const successor = successors.get(taxon_id);
    return successor && !successor.is_lost && successor.id !== null ? [{ taxon_id, current: successor.id }] : [];
  });
}

async function findGroups(db: Db | Tx, taxa: readonly number[]): Promise<Map<number, TaxonGroup>> {
  const { rows } = await sql<{
    id: number;
    taxon_group: TaxonGroup;
  }>`select id, taxon_group from taxa where id = any(${[...taxa]}::int[])`.execute(db);
  return new Map(rows.map(({ id, taxon_group }) => [id, taxon_group]));
}

function addCounts(builder: FrequencyTableBuilder, { taxon_id, ...texts }: CountsOfTaxon, group: TaxonGroup | undefined): void {
  const columns = [texts.slots, texts.records, texts.lists, texts.people].map(numbersIn);
  for (const [at, cell] of numbersIn(texts.cells).entries()) {
    const [slot = 0, records = 0, lists = 0, people = 0] = columns.map((column) => column[at]);
    builder.add({ taxon_id, group: groupNumber(group), cell, slot, records, lists, people });
  }
}

/** The numbers in the text of an array of PostgreSQL without nulls. */
const numbersIn = (text: string): number[] => JSON.parse(`[${text.slice(1, -1)}]`);

/** Packs that are kept of each country, so that devices that were away for two weeks get a delta. */
const KEPT_PACKS = 14;

/** Stores a pack as the newest of its country, unless it is that already. Returns whether it was stored. */
export async function insertPack(tx: Tx, country: string, version: string, bytes: Uint8Array): Promise<boolean> {
  if ((await findVersion(tx, country)) === version) return false;
  await tx.deleteFrom('frequency_packs').where('country_code', '=', country).where('version', '=', version).execute();
  await tx
    .insertInto('frequency_packs')
    .values({ country_code: country, version, bytes: Buffer.from(bytes) })
    .execute();
  await sql`
    delete from frequency_packs where country_code = ${country} and sequence not in (
      select sequence from frequency_packs where country_code = ${country} order by sequence desc limit ${KEPT_PACKS}
    )
  `.execute(tx);
  return true;
}

/** The newest version of a country's pack. */
export async function findVersion(db: Db | Tx, country: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('frequency_packs')
    .select('version')
    .where('country_code', '=', country)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version;
}

export async function findPack(db: Db, country: string, version: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('frequency_packs')
    .select('bytes')
    .where('country_code', '=', country)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.bytes;
}
