import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { findDueTaxon, HIDING_JOB, insertDueTaxa, setDueProgress } from '../sensitive/store.ts';
import { announceRecords } from './grade.ts';
import { applyRules } from './hiding.ts';
import { lockWrites } from './ledger.ts';

const BATCH = 200;
/** A run ends after this time; the next one goes on where it stopped. */
const BUDGET_MS = 30_000;

/**
 * Projects the records of taxa whose rules have changed, in batches with a transaction for each owner. It may be stopped at any point,
 * and run twice at the same time. False if there is more to do than the budget allowed.
 */
export async function applyDueRules(context: Pick<Context, 'db'>, budgetMs = BUDGET_MS): Promise<boolean> {
  const { db } = context;
  const end = performance.now() + budgetMs;
  for (;;) {
    const due = await findDueTaxon(db);
    if (!due) return true;
    const { rows } = await sql<{ id: string; user_id: string }>`
      select o.id, o.user_id from (
        select id from observations where taxon_id = ${due.taxon_id} and deleted_at is null and not is_empty
        union select observation_id from identifications where taxon_id = ${due.taxon_id} and withdrawn_at is null
      ) named join observations o on o.id = named.id
      where ${due.after_id === null ? sql`true` : sql`o.id > ${due.after_id}::uuid`} order by o.id limit ${BATCH}
    `.execute(db);
    for (const [owner, records] of Map.groupBy(rows, (row) => row.user_id)) {
      const ids = records.map(({ id }) => id);
      await inTransaction(db, async (tx) => {
        // As in every write, locks the owner's counter first.
        await lockWrites(tx, owner);
        await announceRecords(tx, owner, await applyRules(tx, ids));
      });
    }
    await setDueProgress(db, due, rows[BATCH - 1]?.id ?? null);
    if (performance.now() > end) return false;
  }
}

/** The taxa of rules and of the records that they hide: names and parents of taxa change too, so that these are due every night. */
async function insertAllDueTaxa(tx: Tx): Promise<void> {
  const { rows } = await sql<{ taxon_id: number }>`
    select taxon_id from sensitive_taxa
    union select taxon_id from observations where hiding_rule_id is not null and taxon_id is not null
    union select i.taxon_id from observations o join identifications i on i.observation_id = o.id where o.hiding_rule_id is not null
  `.execute(tx);
  await insertDueTaxa(
    tx,
    rows.map(({ taxon_id }) => taxon_id),
  );
}

export function registerHiding(context: Context): void {
  const { db, jobs } = context;
  jobs.add({
    name: HIDING_JOB,
    cron: '* * * * *',
    timeLimit: 600,
    run: () => applyDueRules(context).then(() => undefined),
  });
  jobs.add({ name: `${HIDING_JOB}-nightly`, cron: '7 3 * * *', run: () => inTransaction(db, insertAllDueTaxa) });
}
