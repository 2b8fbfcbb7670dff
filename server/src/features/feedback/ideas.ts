import type { PublicIdea } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

const MAX_LISTED = 200;

/** What admins have published, with the votes of everybody; open ideas first. */
export async function listPublished(db: Db, callerId: string): Promise<PublicIdea[]> {
  const { rows } = await sql<PublicIdea>`
    select f.id, f.ticket, f.public_text as text, f.state, f.reason, count(v.user_id)::int as votes,
      coalesce(bool_or(v.user_id = ${callerId}), false) as has_voted
    from feedback f left join feedback_votes v on v.feedback_id = f.id
    where f.public_text is not null
    group by f.id order by f.state in ('done', 'declined'), votes desc, f.ticket desc limit ${MAX_LISTED}
  `.execute(db);
  return rows;
}

export async function isPublished(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('feedback').select('id').where('id', '=', id).where('public_text', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

export async function insertVote(db: Db, feedbackId: string, userId: string): Promise<void> {
  await db
    .insertInto('feedback_votes')
    .values({ feedback_id: feedbackId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeVote(db: Db, feedbackId: string, userId: string): Promise<void> {
  await db.deleteFrom('feedback_votes').where('feedback_id', '=', feedbackId).where('user_id', '=', userId).execute();
}
