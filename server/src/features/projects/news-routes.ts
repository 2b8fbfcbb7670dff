import { deleteProjectNews, listProjectNews, putProjectNews, Uuid } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { requireOrganiser, requireVisible } from './access.ts';
import { announceNews, listNewsRows, type NewsPosition, postNews, removeNews } from './news.ts';
import { findProject, lockProject } from './store.ts';

const DEFAULT_LIMIT = 20;
/** The name of the list in its cursors. */
const LIST = 'project_news';

/** What the organisers of a project tell those who take part. */
export function serveNews(app: FastifyInstance, context: Context): void {
  context.jobs.add({ name: 'project-news', cron: '* * * * *', timeLimit: 600, run: () => announceNews(context) });
  const access = loggedIn(context);

  serve(
    app,
    listProjectNews,
    access,
    async ({ params, query, caller }) => {
      requireVisible(await findProject(context.readDb, params.id, caller.userId, context.now()), caller);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const page = { callerId: caller.userId, after: readNewsCursor(query.cursor), limit: limit + 1 };
      const rows = await listNewsRows(context.readDb, params.id, page);
      return presentPage(rows, limit, {
        list: LIST,
        positionOf: ({ created_at, id }) => [created_at.toISOString(), id],
        present: ({ id, user_id, user_name, text, notifies, created_at }) => ({
          id,
          user: { id: user_id, name: user_name },
          text,
          notifies,
          created_at: created_at.toISOString(),
        }),
      });
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    putProjectNews,
    access,
    ({ params, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        await lockProject(tx, params.id);
        const now = context.now();
        requireOrganiser(await findProject(tx, params.id, caller.userId, now), caller);
        await postNews(tx, { id: params.news, projectId: params.id, userId: caller.userId, now }, body);
        return undefined;
      }),
    { problems: ['conflict', 'forbidden', 'not_found'] },
  );

  serve(
    app,
    deleteProjectNews,
    access,
    ({ params, caller }) =>
      inTransaction(context.db, async (tx) => {
        const now = context.now();
        requireOrganiser(await findProject(tx, params.id, caller.userId, now), caller);
        await removeNews(tx, params.id, params.news, now);
        return undefined;
      }),
    { problems: ['forbidden', 'not_found'] },
  );
}

/** The position in a cursor, or null without one. Throws 422 for anything else. */
function readNewsCursor(cursor: string | undefined): NewsPosition | null {
  const position = readPosition(LIST, cursor);
  if (!position) return null;
  const [at = '', id] = position;
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(at) || Number.isNaN(Date.parse(at)) || !Uuid.safeParse(id).success)
    throw invalid('cursor', 'cursor');
  return { created_at: at, id: id! };
}
