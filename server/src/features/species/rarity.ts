import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/absence.ts';
import { isAboveSpecies } from '../../db/ranks.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { IS_PUBLIC } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { OBSERVED_ELSEWHERE, refreshArrival } from '../taxa/order.ts';

/** Number of taxa counted per transaction. */
const BATCH = 2_000;
/** From this average number of records per taxon of a source, classes are computed from records instead of taken from the source. */
const MIN_AVERAGE = 10;
/** Taxa get a class while the more common taxa together have less than this share of all records; the rest get class 5. */
const SHARES = { 1: 0.5, 2: 0.8, 3: 0.95, 4: 0.99 } as const;

/**
 * Computes the rarity classes of taxa, worldwide and per country, from the number of their records, as described in
 * docs/pipelines/taxonomy-update.md. Devices receive taxa in this order. It can run at any time and concurrently: counts derive from
 * the current records, and classes are written under the lock of the taxonomy. Returns the number of taxa whose class changed; only
 * these are sent to devices.
 */
export async function refreshRarity({ db }: Pick<Context, 'db'>): Promise<number> {
  for (let after = 0; ;) {
    const last = await countBatch(db, after);
    if (last === null) break;
    after = last;
  }
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '600s'`.execute(tx);
    await sql`set local lock_timeout = '120s'`.execute(tx);
    const state = await tx.selectFrom('taxonomy_state').select('seq').forUpdate().executeTakeFirstOrThrow();
    const seq = state.seq + 1;
    await classifyWorld(tx, seq);
    await classifyCountries(tx, seq);
    const { rows } = await sql<{ changed: number }>`select count(*) as changed from taxa where updated_seq = ${seq}`.execute(tx);
    const changed = rows[0]!.changed;
    if (changed === 0) return 0;
    await refreshArrival(tx);
    await tx
      .updateTable('taxonomy_state')
      .set({ seq, updated_at: sql`now()` })
      .execute();
    return changed;
  });
}

export function registerRarity(context: Context): void {
  context.jobs.add({
    name: 'species-rarity',
    cron: '7 3 * * *',
    timeLimit: 3600,
    async run() {
      const changed = await refreshRarity(context);
      if (changed > 0) context.log.info({ taxa: changed }, 'rarity classes changed');
    },
  });
}

/** Counts the records of the next batch of taxa. Returns its last id, or null after the last batch. */
async function countBatch(db: Db, after: number): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '120s'`.execute(tx);
    const { rows } = await sql<{ id: number }>`select id from taxa where id > ${after}::integer order by id limit ${BATCH}`.execute(tx);
    const last = rows.at(-1)?.id;
    if (last === undefined) return null;
    const range = sql`between ${after + 1}::integer and ${last}::integer`;
    // Records of one person with the same date count once.
    const counted = (by: RawBuilder<unknown>) => sql`
      select ${by}, count(distinct (o.user_id, o.observed_from, o.observed_to)) as records
      from observations o join users u on u.id = o.user_id
      where o.taxon_id ${range} and ${IS_PUBLIC} and not ${IS_ABSENCE} group by ${by}`;
    await sql`
      update taxa t set observation_count = coalesce(c.records, 0)
      from taxa b left join (${counted(sql`o.taxon_id`)}) c on c.taxon_id = b.id
      where b.id ${range} and t.id = b.id and t.observation_count <> coalesce(c.records, 0)
    `.execute(tx);
    // A record counts for its public country only, so a private one counts for none.
    await sql`
      update taxon_countries t set observation_count = coalesce(c.records, 0)
      from taxon_countries b left join (${counted(sql`o.taxon_id, o.public_country_code`)}) c
        on c.taxon_id = b.taxon_id and c.public_country_code = b.country_code
      where b.taxon_id ${range} and t.taxon_id = b.taxon_id and t.country_code = b.country_code
        and t.observation_count <> coalesce(c.records, 0)
    `.execute(tx);
    return last;
  });
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
