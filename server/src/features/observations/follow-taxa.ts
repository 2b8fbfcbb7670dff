import { sql } from 'kysely';
import { lockWrites } from '../../db/experience.ts';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { findSuccessors, type Successor, TAXA_GONE_JOB } from '../taxa/successors.ts';
import { advance, findState } from '../taxa/store.ts';
import { updateExperience } from './experience.ts';
import { regrade, updateGrades } from './grade.ts';

const TAXON_BATCH = 500;
const RECORD_BATCH = 500;
/** Key of the row in `server_state` with the position of the last processed taxon. */
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
export async function followTaxa(context: Pick<Context, 'db'>, isFull = false): Promise<number> {
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
    if (deleted.length === 0) break;
    const successors = await findSuccessors(
      db,
      deleted.map((taxon) => taxon.id),
    );
    await inTransaction(db, async (tx) => {
      await inheritImages(tx, [...successors.values()]);
      await mergeNotes(tx, [...successors.values()]);
    });
    for (;;) {
      const done = await inTransaction(db, (tx) => followBatch(tx, [...successors.keys()]));
      moved += done;
      if (done === 0) break;
    }
    await regrade(db, { taxa: [...successors.keys()] });
    after = deleted.at(-1)!;
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

/** Gives successors without an image the image of a taxon merged into them; of several, the one with the smallest id. */
async function inheritImages(tx: Tx, successors: readonly Successor[]): Promise<void> {
  const merged = successors.filter((taxon) => !taxon.is_lost && taxon.id !== taxon.requested_id);
  if (merged.length === 0) return;
  const pairs = sql`unnest(${merged.map((one) => one.requested_id)}::int[], ${merged.map((one) => one.id)}::int[]) as pair (old_id, new_id)`;
  const inherited = sql`
    select distinct on (pair.new_id) pair.new_id, old.image_media_id, old.image_attribution, old.image_license, old.image_crop
    from ${pairs} join taxa old on old.id = pair.old_id join taxa successor on successor.id = pair.new_id
    where old.image_media_id is not null and successor.image_media_id is null and not successor.is_deleted
    order by pair.new_id, pair.old_id`;
  const { rows } = await sql`${inherited} limit 1`.execute(tx);
  if (rows.length === 0) return;
  const seq = await advance(tx);
  await sql`
    update taxa set image_media_id = inherited.image_media_id, image_attribution = inherited.image_attribution,
      image_license = inherited.image_license, image_crop = inherited.image_crop, updated_seq = ${seq}
    from (${inherited}) inherited where taxa.id = inherited.new_id
  `.execute(tx);
}

/** Moves private notes to the successors of merged taxa, after what the person wrote about those. */
async function mergeNotes(tx: Tx, successors: readonly Successor[]): Promise<void> {
  const merged = successors.filter((taxon) => !taxon.is_lost && taxon.id !== taxon.requested_id);
  if (merged.length === 0) return;
  await sql`
    with moved as (
      delete from species_notes n
      using unnest(${merged.map((one) => one.requested_id)}::int[], ${merged.map((one) => one.id)}::int[]) as pair (old_id, new_id)
      where n.taxon_id = pair.old_id returning n.user_id, n.taxon_id, pair.new_id, n.text
    )
    insert into species_notes (user_id, taxon_id, text)
    select user_id, new_id, string_agg(text, E'\n\n' order by taxon_id) from moved group by user_id, new_id
    on conflict (user_id, taxon_id) do update set text = species_notes.text || E'\n\n' || excluded.text
  `.execute(tx);
}

async function findProgress({ db }: Pick<Context, 'db'>): Promise<Position> {
  const row = await db.selectFrom('server_state').select('value').where('key', '=', PROGRESS_KEY).executeTakeFirst();
  const [seq, id] = (row?.value ?? '-1 0').split(' ').map(Number) as [number, number];
  // A position beyond the sequence means that the taxonomy was restored or replaced, so everything is checked again.
  return seq > (await findState(db)).seq ? { seq: -1, id: 0 } : { seq, id };
}

async function setProgress({ db }: Pick<Context, 'db'>, { seq, id }: Position): Promise<void> {
  await db
    .insertInto('server_state')
    .values({ key: PROGRESS_KEY, value: `${seq} ${id}` })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: `${seq} ${id}` }))
    .execute();
}
