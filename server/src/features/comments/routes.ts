import { deleteComment, DeviceMadeId, listComments, listMentionable, putComment, type Comment } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import { findShown } from '../observations/access.ts';
import { findMentionable, findPosition, listRecordComments, type ListedComment } from './store.ts';
import { removeComment, writeComment } from './write.ts';
import { lastOfPage } from '../../http/position.ts';

const DEFAULT_LIMIT = 100;
const MAX_PEOPLE = 20;

/** What people write below records (decision 0045). */
export function registerComments(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const keysOf = (params: { id: string; comment: string }, userId: string) => ({
    id: params.comment,
    observationId: params.id,
    userId,
    now: context.now(),
  });

  serve(app, listComments, access, async ({ params, query, caller }) => {
    const record = await findShown(context.readDb, params.id, caller.userId);
    if (!record) throw new Fault('not_found');
    const limit = query.limit ?? DEFAULT_LIMIT;
    const after = await positionOf(context.readDb, params.id, query.cursor);
    const rows = await listRecordComments(context.readDb, params.id, { callerId: caller.userId, after, limit: limit + 1 });
    return presentComments(rows, { limit, isHidden: record.is_hidden });
  });

  serve(
    app,
    putComment,
    access,
    ({ params, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        await writeComment(tx, keysOf(params, caller.userId), body);
        return undefined;
      }),
    { problems: ['conflict'] },
  );

  serve(app, deleteComment, access, ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      await removeComment(tx, keysOf(params, caller.userId));
      return undefined;
    }),
  );

  serve(app, listMentionable, access, async ({ query, caller }) => {
    const found = { name: query.name, callerId: caller.userId, sendsMail: sendsMail(context), limit: MAX_PEOPLE };
    return { data: await findMentionable(context.readDb, found) };
  });
}

/** The position of the last comment on a page, whose id is the cursor; that of no comment without a cursor. */
async function positionOf(db: Db, recordId: string, cursor: string | undefined): Promise<number> {
  if (cursor === undefined) return 0;
  const id = DeviceMadeId.safeParse(cursor);
  const position = id.success ? await findPosition(db, recordId, id.data) : undefined;
  if (position === undefined) throw invalid('cursor', 'cursor');
  return position;
}

/**
 * A page of comments. `rows` has one row more than the page if there is a next one. Of a record that hides its place, others get no time;
 * the order of what people said to each other says nothing about when the record was saved (decision 0016). A cursor is the id of a
 * comment, because a position among all comments would be a time.
 */
function presentComments(
  rows: readonly ListedComment[],
  { limit, isHidden }: { limit: number; isHidden: boolean },
): { data: Comment[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => ({
      id: row.id,
      user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
      text: row.text,
      mentions: row.mentions,
      is_edited: row.is_edited,
      created_at: isHidden ? null : row.created_at.toISOString(),
    })),
    next_cursor: lastOfPage(rows, limit)?.id ?? null,
  };
}
