import { deleteVote, listIdeas, putVote } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { insertVote, isPublished, listPublished, removeVote } from './ideas.ts';

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
