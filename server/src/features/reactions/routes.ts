import { listReactions, listRecordActivity, putReaction, Uuid } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { findShown } from '../observations/access.ts';
import { listActivity, listRecordReactions, writeReaction } from './store.ts';
import { lastOfPage } from '../../http/position.ts';

const DEFAULT_LIMIT = 100;

/** What people say about records by one emoji each (decision 0045). */
export function registerReactions(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(app, listRecordActivity, access, async ({ query, caller }) => ({
    data: await listActivity(context.readDb, caller.userId, query.ids),
  }));

  serve(app, listReactions, access, async ({ params, query, caller }) => {
    if (!(await findShown(context.readDb, params.id, caller.userId))) throw new Fault('not_found');
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listRecordReactions(context.readDb, params.id, {
      callerId: caller.userId,
      after: positionIn(query.cursor),
      limit: limit + 1,
    });
    const data = rows.slice(0, limit);
    return { data, next_cursor: lastOfPage(rows, limit)?.user.id ?? null };
  });

  serve(
    app,
    putReaction,
    access,
    ({ params, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        await writeReaction(tx, { observationId: params.id, userId: caller.userId, now: context.now() }, body);
        return undefined;
      }),
    { problems: ['conflict'] },
  );
}

/** The id of the last person on a page. */
function positionIn(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Uuid.safeParse(cursor);
  if (!id.success) throw invalid('cursor', 'cursor');
  return id.data;
}
