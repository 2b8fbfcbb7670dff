import { sql } from 'kysely';
import { lockWrites } from './ledger.ts';
import type { Tx } from '../../db/open.ts';
import { findServerState, setServerState } from '../../db/server-state.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { findSuccessors, type Successor, TAXA_GONE_JOB } from '../taxa/successors.ts';
import { findState } from '../taxa/store.ts';
import { updateExperience } from './experience.ts';
import { applyRules } from './hiding.ts';
import { regrade, updateGrades } from './grade.ts';
import { inheritImages } from '../taxa/taxon-images.ts';

const TAXON_BATCH = 500;
const RECORD_BATCH = 500;
/** Key of the server's state with the position of the last processed taxon. */
const PROGRESS_KEY = 'taxa_followed';

/** A position in the sequence of the taxonomy. */
interface Position {
  seq: number;
  id: number;
}

/**
 * Moves records to current taxa: from a merged taxon to its successor, and from a deleted one to the nearest current parent or to
 * none, marking the record for review (docs/faults.md C21). Works in batches with a transaction each and stores its progress, so it
 * may be interrupted at any point. Changed records get a new version and sequence, so that devices fetch them. With `isFull` it
 * checks all deleted taxa again, which also finds records saved during a merge. Returns the number of moved records.
 */
export async function followTaxa(context: Pick<Context, 'db' | 'mergeListeners'>, isFull = false): Promise<number> {
  const { db } = context;
  const { seq: end } = await findState(db);
  let after: Position = isFull ? { seq: -1, id: 0 } : await findProgress(context);
  let moved = 0;
  for (;;) {
    const { rows: deleted } = await sql<Position>`
      select updated_seq as seq, id from taxa
      where (is_deleted or accepted_id is not null) and (updated_seq, id) > (${after.seq}::bigint, ${after.id}::integer)
      order by updated_seq, id limit ${TAXON_BATCH}
    `.execute(db);
    const last = deleted.at(-1);
    if (!last) break;
    const successors = await findSuccessors(
      db,
      deleted.map((taxon) => taxon.id),
    );
    await inTransaction(db, async (tx) => {
      const merged = [...successors.values()].flatMap(({ requested_id: from, id: to, is_lost }) =>
        is_lost || to === null || to === from ? [] : [{ from, to }],
      );
      if (merged.length === 0) return;
      await inheritImages(tx, merged);
      for (const onMerged of context.mergeListeners) await onMerged(tx, merged);
    });
    for (;;) {
      const done = await inTransaction(db, (tx) => followBatch(tx, [...successors.keys()]));
      moved += done;
      if (done === 0) break;
    }
    await regrade(db, { taxa: [...successors.keys()] });
    after = last;
    if (!isFull) await setProgress(context, after);
  }
  // A taxon may also have another parent than before.
  if (isFull) await regrade(db);
  // Taxa deleted from now on have a higher sequence.
  if (!isFull && end > after.seq) await setProgress(context, { seq: end, id: 2_147_483_647 });
  return moved;
}

export function registerFollowTaxa(context: Context): void {
  const run = async (isFull: boolean) => {
    const moved = await followTaxa(context, isFull);
    if (moved > 0) context.log.info({ records: moved }, 'records moved to current taxa');
  };
  context.jobs.add({ name: TAXA_GONE_JOB, cron: '* * * * *', timeLimit: 3600, run: () => run(false) });
  context.jobs.add({ name: `${TAXA_GONE_JOB}-nightly`, cron: '47 2 * * *', timeLimit: 3600, run: () => run(true) });
}

/** Moves a batch of records of these taxa. Returns the number of moved records; 0 if none are left. */
async function followBatch(tx: Tx, taxa: readonly number[]): Promise<number> {
  const ids = [...taxa];
  // Two queries, because ticks have a separate index.
  const { rows: people } = await sql<{ user_id: string }>`
    select distinct user_id from (
      (select user_id from observations
        where taxon_id = any(${ids}::int[]) and deleted_at is null and not is_empty limit ${RECORD_BATCH})
      union all
      (select user_id from observations
        where taxon_id = any(${ids}::int[]) and deleted_at is null and is_empty limit ${RECORD_BATCH})
    ) met order by user_id
  `.execute(tx);
  if (people.length === 0) return 0;
  let moved = 0;
  for (const { user_id: userId } of people) {
    // As in every write, locks the person's counter first, which serialises the writes of one person.
    await lockWrites(tx, userId);
    // Read again under the lock, because a taxon may have been restored or merged further in the meantime.
    const successors = [...(await findSuccessors(tx, taxa)).values()].filter((taxon) => taxon.id !== taxon.requested_id);
    if (successors.length === 0) continue;
    const records = await moveRecords(tx, userId, successors);
    moved += records.length;
    await updateGrades(tx, records);
    await applyRules(tx, records);
    // Two species that were merged count once.
    const affected = successors.flatMap((taxon) => (taxon.id === null ? [taxon.requested_id] : [taxon.requested_id, taxon.id]));
    await updateExperience(tx, userId, { records, taxa: affected });
  }
  return moved;
}

async function moveRecords(tx: Tx, userId: string, successors: readonly Successor[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select o.id, row_number() over (order by o.owner_seq) as place, s.new_id, s.name, s.is_lost
      from observations o
      join unnest(
        ${successors.map((one) => one.requested_id)}::int[], ${successors.map((one) => one.id)}::int[],
        ${successors.map((one) => one.scientific_name)}::text[], ${successors.map((one) => one.is_lost)}::boolean[]
      ) as s (old_id, new_id, name, is_lost) on s.old_id = o.taxon_id
      where o.user_id = ${userId} and o.deleted_at is null
      order by o.owner_seq limit ${RECORD_BATCH}
    ), counter as (
      update owner_counters set seq = seq + (select count(*) from chosen) where user_id = ${userId} returning seq
    ), moved as (
      update observations o set
        taxon_id = chosen.new_id, verbatim_name = coalesce(o.verbatim_name, chosen.name),
        needs_review = o.needs_review or chosen.is_lost,
        quality = case when chosen.is_lost and o.quality = 'confirmed' then 'needs_id' else o.quality end,
        version = o.version + 1, updated_at = now(),
        owner_seq = counter.seq - (select count(*) from chosen) + chosen.place
      from chosen, counter where o.id = chosen.id returning o.id
    )
    select id from moved
  `.execute(tx);
  return rows.map((row) => row.id);
}

async function findProgress({ db }: Pick<Context, 'db'>): Promise<Position> {
  const [seq = -1, id = 0] = (await findServerState(db, PROGRESS_KEY))?.split(' ').map(Number) ?? [];
  // A position beyond the sequence means that the taxonomy was restored or replaced, so everything is checked again.
  return seq > (await findState(db)).seq ? { seq: -1, id: 0 } : { seq, id };
}

async function setProgress({ db }: Pick<Context, 'db'>, { seq, id }: Position): Promise<void> {
  await setServerState(db, PROGRESS_KEY, `${seq} ${id}`);
}
