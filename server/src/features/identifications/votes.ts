import { MAX_VOTE_REASONS, QUALITY_TOPICS, type VoteCount, type VoteWrite } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUnblocked } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { insertNotifications } from '../notifications/write.ts';
import { gradeByEvidence } from '../observations/evidence.ts';
import { applyGrades } from '../observations/grade.ts';
import { lockWrites } from '../observations/ledger.ts';
import { COUNTED_VOTE, VOTED_ABOUT } from '../observations/votes.ts';
import { lockRecord } from './store.ts';

interface Keys {
  observationId: string;
  userId: string;
  now: Date;
}

/** A vote cannot be chosen later than it arrives. */
const chosenAt = (chosen: string, now: Date) => new Date(Math.min(Date.parse(chosen), now.getTime()));

/** Stores a vote unless the person chose another one later, and grades the record anew if the vote is about its quality. */
export async function writeVote(tx: Tx, { observationId, userId, now }: Keys, vote: VoteWrite): Promise<void> {
  const record = await lockRecord(tx, observationId, userId);
  if (!record) throw new Fault('not_found');
  const { rows } = await sql`
    insert into record_votes (observation_id, user_id, topic, value, agrees, reason, about, write_id, chosen_at)
    select o.id, ${userId}, v.topic, ${vote.value}, ${vote.agrees}, ${vote.reason.trim()}, ${VOTED_ABOUT}, ${vote.write_id},
      ${chosenAt(vote.chosen_at, now)}::timestamptz
    from observations o, (select ${vote.topic}::text as topic) v where o.id = ${observationId}
    on conflict (observation_id, user_id, topic, value) do update
    set agrees = excluded.agrees, reason = excluded.reason, about = excluded.about, write_id = excluded.write_id, chosen_at = excluded.chosen_at
    where (excluded.chosen_at, excluded.write_id) > (record_votes.chosen_at, record_votes.write_id)
    returning 1
  `.execute(tx);
  if (rows.length === 0 || !isQuality(vote.topic)) return;
  await gradeByVotes(tx, record.user_id, [observationId]);
  if (vote.agrees === false)
    await insertNotifications(tx, [
      {
        userId: record.user_id,
        kind: 'vote',
        reason: 'own_record',
        subject: `${observationId} ${vote.topic}`,
        causeId: userId,
        recordId: observationId,
        actorId: userId,
        facts: { vote: vote.topic },
      },
    ]);
}

const isQuality = (topic: string): topic is (typeof QUALITY_TOPICS)[number] => QUALITY_TOPICS.some((one) => one === topic);

/** Grades records of one owner anew after votes changed. The owner's writes must be locked. */
async function gradeByVotes(tx: Tx, owner: string, ids: readonly string[]): Promise<void> {
  await gradeByEvidence(tx, ids);
  await applyGrades(tx, owner, ids);
}

/** What people say about a record, without the votes that do not count, or that the caller does not see. */
export async function findVotes(db: Db, recordId: string, callerId: string): Promise<VoteCount[]> {
  const { rows } = await sql<VoteCount>`
    select v.topic, v.value,
      (count(*) filter (where v.agrees))::integer as yes, (count(*) filter (where not v.agrees))::integer as no,
      bool_or(v.agrees) filter (where v.user_id = ${callerId}) as own,
      to_jsonb((array_agg(
        jsonb_build_object('user', jsonb_build_object('id', v.user_id, 'name', iu.name), 'agrees', v.agrees, 'text', v.reason) order by v.user_id
      ) filter (where v.reason <> ''))[:${sql.lit(MAX_VOTE_REASONS)}]) as reasons
    from record_votes v join observations o on o.id = v.observation_id join users iu on iu.id = v.user_id
    where v.observation_id = ${recordId} and ${COUNTED_VOTE} and ${isUnblocked(sql`v.user_id`, callerId)}
    group by v.topic, v.value order by v.topic, v.value
  `.execute(db);
  return rows.map((row) => ({ ...row, reasons: row.reasons ?? [] }));
}

export async function writeReview(
  db: Db,
  { observationId, userId, now }: Keys,
  { is_reviewed, chosen_at }: { is_reviewed: boolean; chosen_at: string },
): Promise<void> {
  await sql`
    insert into reviewed_records (user_id, observation_id, is_reviewed, chosen_at)
    values (${userId}, ${observationId}, ${is_reviewed}, ${chosenAt(chosen_at, now)}::timestamptz)
    on conflict (user_id, observation_id) do update set is_reviewed = excluded.is_reviewed, chosen_at = excluded.chosen_at
    where excluded.chosen_at > reviewed_records.chosen_at
  `.execute(db);
}

const BATCH = 500;

/** Grades records anew whose votes may count otherwise than before, in batches: those on which a person voted, or all. Idempotent. */
export async function regradeVotes(db: Db, userId?: string): Promise<void> {
  const isMeant: RawBuilder<boolean> = userId === undefined ? sql<boolean>`not v.agrees` : sql<boolean>`v.user_id = ${userId}`;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string; user_id: string }>`
      select o.id, o.user_id from observations o
      where o.id > ${after}::uuid and o.deleted_at is null
        and exists (select 1 from record_votes v where v.observation_id = o.id and v.topic = any(${[...QUALITY_TOPICS]}::text[]) and ${isMeant})
      order by o.id limit ${BATCH}
    `.execute(db);
    for (const [owner, records] of Map.groupBy(rows, (row) => row.user_id))
      await inTransaction(db, async (tx) => {
        await lockWrites(tx, owner);
        await gradeByVotes(
          tx,
          owner,
          records.map(({ id }) => id),
        );
      });
    const last = rows[BATCH - 1];
    if (!last) return;
    after = last.id;
  }
}

/** Erases a person's votes, which count no more since the account was closed, and grades the records anew. Idempotent. */
export async function eraseVotes({ db }: Context, userId: string): Promise<void> {
  await regradeVotes(db, userId);
  await db.deleteFrom('record_votes').where('user_id', '=', userId).execute();
}

export async function eraseReviews({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('reviewed_records').where('user_id', '=', userId).execute();
}

/** Blocks, limits and edits change which votes count: the grades follow every day. */
export function registerVoteGrades({ jobs, db }: Context): void {
  jobs.add({ name: 'vote-grades', cron: '52 4 * * *', timeLimit: 3600, run: () => regradeVotes(db) });
}
