import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { IS_PUBLIC } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { classifyTaxa, updateObservationCounts } from '../taxa/counts.ts';

/** Number of taxa counted per transaction. */
const BATCH = 2_000;

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
    return classifyTaxa(tx);
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
    await updateObservationCounts(tx, range, {
      world: counted(sql`o.taxon_id`),
      // A record counts for its public country only, so a private one counts for none.
      countries: counted(sql`o.taxon_id, o.public_country_code`),
    });
    return last;
  });
}
