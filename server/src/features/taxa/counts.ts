import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { isAboveSpecies } from '../../db/conditions.ts';
import { OBSERVED_ELSEWHERE, refreshArrival } from './order.ts';
import { onlyRow } from '../../db/rows.ts';

/** From this average number of records per taxon of a source, classes are computed from records instead of taken from the source. */
const MIN_AVERAGE = 10;
/** Taxa get a class while the more common taxa together have less than this share of all records; the rest get class 5. */
const SHARES = { 1: 0.5, 2: 0.8, 3: 0.95, 4: 0.99 } as const;

/** The next number of the sequence of the taxonomy, whose row stays locked until the transaction ends. */
async function lockNext(tx: Tx): Promise<number> {
  const state = await tx.selectFrom('taxonomy_state').select('seq').forUpdate().executeTakeFirstOrThrow();
  return state.seq + 1;
}

/** Takes that number, and puts the taxa in their new order. */
async function take(tx: Tx, seq: number): Promise<void> {
  await refreshArrival(tx);
  await tx
    .updateTable('taxonomy_state')
    .set({ seq, updated_at: sql`now()` })
    .execute();
}

/** Stores how many records other sources have of each taxon: `counts` selects taxon_id and records. */
export async function updateFrequencyCounts(tx: Tx, counts: RawBuilder<unknown>): Promise<void> {
  const seq = await lockNext(tx);
  const { numAffectedRows } = await sql`
    with counts as (${counts})
    update taxa t set frequency_count = coalesce(c.records, 0),
      updated_seq = case when greatest(t.external_observation_count, coalesce(c.records, 0)) <> ${OBSERVED_ELSEWHERE} then ${seq} else t.updated_seq end
    from taxa b left join counts c on c.taxon_id = b.id
    where b.id = t.id and not t.is_deleted and t.frequency_count <> coalesce(c.records, 0)
  `.execute(tx);
  if (numAffectedRows) await take(tx, seq);
}

/** Stores how many records there are of the taxa with an id in a range: by taxon_id, and by taxon_id and public_country_code. */
export async function updateObservationCounts(
  tx: Tx,
  range: RawBuilder<unknown>,
  { world, countries }: Record<'world' | 'countries', RawBuilder<unknown>>,
): Promise<void> {
  await sql`
    update taxa t set observation_count = coalesce(c.records, 0)
    from taxa b left join (${world}) c on c.taxon_id = b.id
    where b.id ${range} and t.id = b.id and t.observation_count <> coalesce(c.records, 0)
  `.execute(tx);
  await sql`
    update taxon_countries t set observation_count = coalesce(c.records, 0)
    from taxon_countries b left join (${countries}) c
      on c.taxon_id = b.taxon_id and c.public_country_code = b.country_code
    where b.taxon_id ${range} and t.taxon_id = b.taxon_id and t.country_code = b.country_code
      and t.observation_count <> coalesce(c.records, 0)
  `.execute(tx);
}

/** Computes the rarity classes from the counts. Returns the number of taxa whose class changed. */
export async function classifyTaxa(tx: Tx): Promise<number> {
  const seq = await lockNext(tx);
  await classifyWorld(tx, seq);
  await classifyCountries(tx, seq);
  const { rows } = await sql<{ changed: number }>`select count(*) as changed from taxa where updated_seq = ${seq}`.execute(tx);
  const changed = onlyRow(rows).changed;
  if (changed > 0) await take(tx, seq);
  return changed;
}

/** Taxa above species keep the class of their source: a genus has more records than its species and would look commoner. */
const IS_CLASSIFIED = sql`not t.is_deleted and not ${isAboveSpecies(sql`t.rank`)}`;

/** The class by the share of records of more common taxa. Equally common taxa get the same class. */
function classOf(window: RawBuilder<unknown>): RawBuilder<unknown> {
  const before = sql`coalesce(sum(n) over (${window} order by n desc groups between unbounded preceding and 1 preceding), 0)`;
  const all = sql`sum(n) over (${window})`;
  const cases = Object.entries(SHARES).map(
    ([rarity, share]) => sql`when ${before} < ${share}::float8 * ${all} then ${Number(rarity)}::smallint`,
  );
  return sql`case when n = 0 then 5 ${sql.join(cases, sql` `)} else 5 end`;
}

async function classifyWorld(tx: Tx, seq: number): Promise<void> {
  await sql`
    with counts as (
      select t.id, t.source, ${OBSERVED_ELSEWHERE}::bigint + t.observation_count as n from taxa t where ${IS_CLASSIFIED}
    ), counted_sources as (
      select source from counts group by source having sum(n) >= ${MIN_AVERAGE} * count(*)
    ), observed as (
      select c.id, ${classOf(sql``)} as class from counts c join counted_sources s on s.source = c.source
    )
    update taxa t set observed_rarity = observed.class,
      updated_seq = case when coalesce(observed.class, t.rarity_class) <> coalesce(t.observed_rarity, t.rarity_class) then ${seq} else t.updated_seq end
    from taxa b left join observed on observed.id = b.id
    where b.id = t.id and not b.is_deleted and t.observed_rarity is distinct from observed.class
  `.execute(tx);
}

async function classifyCountries(tx: Tx, seq: number): Promise<void> {
  await sql`
    with counts as (
      select c.country_code, c.taxon_id, t.source, c.observation_count::bigint as n
      from taxon_countries c join taxa t on t.id = c.taxon_id where ${IS_CLASSIFIED}
    ), counted_sources as (
      select country_code, source from counts group by country_code, source having sum(n) >= ${MIN_AVERAGE} * count(*)
    ), observed as (
      select c.country_code, c.taxon_id, ${classOf(sql`partition by c.country_code`)} as class
      from counts c join counted_sources s on s.country_code = c.country_code and s.source = c.source
    ), outdated as (
      select b.country_code, b.taxon_id, observed.class,
        coalesce(observed.class, b.rarity_class) <> coalesce(b.observed_rarity, b.rarity_class) as changes
      from taxon_countries b left join observed on observed.country_code = b.country_code and observed.taxon_id = b.taxon_id
      where b.observed_rarity is distinct from observed.class
    ), updated as (
      update taxon_countries c set observed_rarity = outdated.class
      from outdated where c.country_code = outdated.country_code and c.taxon_id = outdated.taxon_id
    )
    update taxa set updated_seq = ${seq} where not is_deleted and id in (select taxon_id from outdated where changes)
  `.execute(tx);
}
