import { deleteSavedView, listSavedViews, MAX_SAVED_VIEWS, putSavedView, type SavedView, type ViewScreen } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';

/** The filters of records to which a person gave names. All their devices share them, and nobody else can read them. */
export function registerSavedViews(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listSavedViews, access, async ({ caller }) => ({ data: await listViews(db, caller.userId) }));
  serve(app, putSavedView, access, async ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      await upsertView(tx, caller.userId, { id: params.id, ...body });
      if ((await lockAndCountViews(tx, caller.userId)) > MAX_SAVED_VIEWS) throw invalid('id', 'list_full');
      return undefined;
    }),
  );
  serve(app, deleteSavedView, access, async ({ params, caller }) => {
    await db.deleteFrom('saved_views').where('user_id', '=', caller.userId).where('id', '=', params.id).execute();
    return undefined;
  });
}

async function listViews(db: Db, userId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'screen', 'query', 'list_position'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ screen, ...row }) => ({ ...row, screen: screen as ViewScreen }));
}

/** Adds a view or replaces it. Fields that are undefined stay as they were. */
async function upsertView(tx: Tx, userId: string, { id, ...view }: SavedView): Promise<void> {
  await tx
    .insertInto('saved_views')
    .values({ user_id: userId, id, ...view })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(view))
    .execute();
}

/** The number of views of a person, counted after their row is locked, so that simultaneous requests cannot exceed the limit. */
async function lockAndCountViews(tx: Tx, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const row = await tx
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function removeSavedViews(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_views').where('user_id', '=', userId).execute();
  await db.deleteFrom('feed_keys').where('user_id', '=', userId).execute();
}
