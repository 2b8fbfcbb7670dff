import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { findSuccessors, type Successor, TAXA_GONE_JOB } from '../taxa/successors.ts';
import { advance, findState } from '../taxa/store.ts';
import { settleExperience } from './experience.ts';

const TAXA_AT_ONCE = 500;
const RECORDS_AT_ONCE = 500;
/** In `server_state`: the position in the taxonomy's sequence up to which records are updated. */
const FOLLOWED = 'taxa_followed';

interface Place {
  seq: number;
  id: number;
}

/**
 * Moves records to current taxa: from a merged taxon to its successor, from a deleted one to the nearest living parent or to none,
 * and marks the latter for review (docs/faults.md C21). Runs in batches, each a transaction of its own that stores the progress,
 * so it may be interrupted anywhere. Every changed record gets a new version and position, so that devices fetch it. With
 * `isWhole` it checks all deleted taxa again, which finds a record that was saved during a merge.
 */
export async function followTaxa(context: Pick<Context, 'db'>, isWhole = false): Promise<number> {
  const { db } = context;
  const { seq: end } = await findState(db);
  let after: Place = isWhole ? { seq: -1, id: 0 } : await findFollowed(context);
  let moved = 0;
  for (;;) {
    const { rows: gone } = await sql<Place>`
      select updated_seq as seq, id from taxa
      where (is_deleted or accepted_id is not null) and (updated_seq, id) > (${after.seq}::bigint, ${after.id}::integer)
      order by updated_seq, id limit ${TAXA_AT_ONCE}
    `.execute(db);
    if (gone.length === 0) break;
    const successors = await findSuccessors(
      db,
      gone.map((taxon) => taxon.id),
    );
    await inTransaction(db, (tx) => inheritImages(tx, [...successors.values()]));
    for (;;) {
      const done = await inTransaction(db, (tx) => followBatch(tx, [...successors.keys()]));
      moved += done;
      if (done === 0) break;
    }
    after = gone.at(-1)!;
    if (!isWhole) await keepFollowed(context, after);
  }
  // Taxa deleted from now on have a later position.
  if (!isWhole && end > after.seq) await keepFollowed(context, { seq: end, id: 2_147_483_647 });
  return moved;
}

export function registerFollowing(context: Context): void {
  const run = async (isWhole: boolean) => {
    const moved = await followTaxa(context, isWhole);
    if (moved > 0) context.log.info({ records: moved }, 'records followed their taxa');
  };
  context.jobs.add({ name: TAXA_GONE_JOB, cron: '* * * * *', timeLimit: 3600, run: () => run(false) });
  context.jobs.add({ name: `${TAXA_GONE_JOB}-nightly`, cron: '47 2 * * *', timeLimit: 3600, run: () => run(true) });
}

/** Moves a batch of records and returns how many; 0 when none are left. */
async function followBatch(tx: Tx, taxa: readonly number[]): Promise<number> {
  const ids = [...taxa];
  // Ticks have an index of their own.
  const { rows: people } = await sql<{ user_id: string }>`
    select distinct user_id from (
      (select user_id from observations
        where taxon_id = any(${ids}::int[]) and deleted_at is null and not is_empty limit ${RECORDS_AT_ONCE})
      union all
      (select user_id from observations
        where taxon_id = any(${ids}::int[]) and deleted_at is null and is_empty limit ${RECORDS_AT_ONCE})
    ) met order by user_id
  `.execute(tx);
  if (people.length === 0) return 0;
  let moved = 0;
  for (const { user_id: userId } of people) {
    // The counter first, as in every write: its row lock serialises the writes of one person.
    await sql`
      insert into owner_counters (user_id, seq) values (${userId}, 0) on conflict (user_id) do update set seq = owner_counters.seq
    `.execute(tx);
    // Read under that lock: since the batch was chosen, a taxon may have been restored or merged further.
    const successors = [...(await findSuccessors(tx, taxa)).values()].filter((taxon) => taxon.id !== taxon.asked_id);
    if (successors.length === 0) continue;
    const records = await moveRecords(tx, userId, successors);
    moved += records.length;
    // Two species that became one count once.
    const touched = successors.flatMap((taxon) => (taxon.id === null ? [taxon.asked_id] : [taxon.asked_id, taxon.id]));
    await settleExperience(tx, userId, records, touched);
  }
  return moved;
}

async function moveRecords(tx: Tx, userId: string, successors: readonly Successor[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select o.id, row_number() over (order by o.owner_seq) as place, s.new_id, s.name, s.is_lost
      from observations o
      join unnest(
        ${successors.map((one) => one.asked_id)}::int[], ${successors.map((one) => one.id)}::int[],
        ${successors.map((one) => one.scientific_name)}::text[], ${successors.map((one) => one.is_lost)}::boolean[]
      ) as s (old_id, new_id, name, is_lost) on s.old_id = o.taxon_id
      where o.user_id = ${userId} and o.deleted_at is null
      order by o.owner_seq limit ${RECORDS_AT_ONCE}
    ), counter as (
      update owner_counters set seq = seq + (select count(*) from chosen) where user_id = ${userId} returning seq
    ), followed as (
      update observations o set
        taxon_id = chosen.new_id, verbatim_name = coalesce(o.verbatim_name, chosen.name),
        needs_review = o.needs_review or chosen.is_lost,
        quality = case when chosen.is_lost and o.quality = 'confirmed' then 'needs_id' else o.quality end,
        version = o.version + 1, updated_at = now(),
        owner_seq = counter.seq - (select count(*) from chosen) + chosen.place
      from chosen, counter where o.id = chosen.id returning o.id
    )
    select id from followed
  `.execute(tx);
  return rows.map((row) => row.id);
}

/** A species without an image takes the image of one merged into it; of several, the one with the smallest id. */
async function inheritImages(tx: Tx, successors: readonly Successor[]): Promise<void> {
  const merged = successors.filter((taxon) => !taxon.is_lost && taxon.id !== taxon.asked_id);
  if (merged.length === 0) return;
  const pairs = sql`unnest(${merged.map((one) => one.asked_id)}::int[], ${merged.map((one) => one.id)}::int[]) as pair (old_id, new_id)`;
  const waiting = sql`
    select distinct on (pair.new_id) pair.new_id, old.image_media_id, old.image_attribution, old.image_license, old.image_crop
    from ${pairs} join taxa old on old.id = pair.old_id join taxa heir on heir.id = pair.new_id
    where old.image_media_id is not null and heir.image_media_id is null and not heir.is_deleted
    order by pair.new_id, pair.old_id`;
  const { rows } = await sql`${waiting} limit 1`.execute(tx);
  if (rows.length === 0) return;
  const seq = await advance(tx);
  await sql`
    update taxa set image_media_id = heir.image_media_id, image_attribution = heir.image_attribution,
      image_license = heir.image_license, image_crop = heir.image_crop, updated_seq = ${seq}
    from (${waiting}) heir where taxa.id = heir.new_id
  `.execute(tx);
}

async function findFollowed({ db }: Pick<Context, 'db'>): Promise<Place> {
  const row = await db.selectFrom('server_state').select('value').where('key', '=', FOLLOWED).executeTakeFirst();
  const [seq, id] = (row?.value ?? '-1 0').split(' ').map(Number) as [number, number];
  // The database was restored, or the taxonomy replaced: start over.
  return seq > (await findState(db)).seq ? { seq: -1, id: 0 } : { seq, id };
}

async function keepFollowed({ db }: Pick<Context, 'db'>, { seq, id }: Place): Promise<void> {
  await db
    .insertInto('server_state')
    .values({ key: FOLLOWED, value: `${seq} ${id}` })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: `${seq} ${id}` }))
    .execute();
}
