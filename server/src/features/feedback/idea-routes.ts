import { deleteVote, listIdeas, type PublicIdea, putVote } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';

const MAX_LISTED = 200;

/** Published ideas, and the votes for them. */
export function serveIdeas(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listIdeas, access, async ({ caller }) => ({ data: await listPublished(context.readDb, caller.userId) }));

  serve(app, putVote, access, async ({ params: { id }, caller }) => {
    if (!(await isPublished(db, id))) throw new Fault('not_found');
    await insertVote(db, id, caller.userId);
    return undefined;
  });

  serve(app, deleteVote, access, async ({ params: { id }, caller }) => {
    if (!(await isPublished(db, id))) throw new Fault('not_found');
    await removeVote(db, id, caller.userId);
    return undefined;
  });
}

/** What admins have published, with the votes of everybody; open ideas first. */
async function listPublished(db: Db, callerId: string): Promise<PublicIdea[]> {
  const { rows } = await sql<PublicIdea>`
    select f.id, f.ticket, f.public_text as text, f.state, f.reason, count(v.user_id)::int as votes,
      coalesce(bool_or(v.user_id = ${callerId}), false) as has_voted
    from feedback f left join feedback_votes v on v.feedback_id = f.id
    where f.public_text is not null
    group by f.id order by f.state in ('done', 'declined'), votes desc, f.ticket desc limit ${MAX_LISTED}
  `.execute(db);
  return rows;
}

async function isPublished(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('feedback').select('id').where('id', '=', id).where('public_text', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

async function insertVote(db: Db, feedbackId: string, userId: string): Promise<void> {
  await db
    .insertInto('feedback_votes')
    .values({ feedback_id: feedbackId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function removeVote(db: Db, feedbackId: string, userId: string): Promise<void> {
  await db.deleteFrom('feedback_votes').where('feedback_id', '=', feedbackId).where('user_id', '=', userId).execute();
}
