import {
  deleteSavedView,
  listViewHits,
  MAX_VIEW_HITS,
  listSavedViews,
  MAX_FOLLOWED_VIEWS,
  MAX_SAVED_VIEWS,
  putSavedView,
  type SavedView,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { entryId } from '../notifications/write.ts';
import { presentListed } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { readViewFilter } from './view-filter.ts';

/** The filters of records to which a person gave names. All their devices share them, and nobody else can read them. */
export function registerSavedViews(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listSavedViews, access, async ({ caller }) => ({ data: await listViews(db, caller.userId) }));
  serve(app, putSavedView, access, async ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      if (body.novelty && readViewFilter(body.query, caller.userId) === null) throw invalid('query', 'invalid');
      await upsertView(tx, caller.userId, { id: params.id, ...body }, context.now());
      const { views, followed } = await lockAndCountViews(tx, caller.userId);
      if (views > MAX_SAVED_VIEWS) throw invalid('id', 'list_full');
      if (followed > MAX_FOLLOWED_VIEWS) throw invalid('novelty', 'list_full');
      return undefined;
    }),
  );
  serve(app, listViewHits, access, async ({ params, caller }) => {
    const { userId: callerId, language } = caller;
    const ids = await listHitIds(db, callerId, params.id);
    // A record that hides its place since then is no hit any more.
    const rows =
      ids.length === 0
        ? []
        : await listObservations(db, { callerId, language, ids, isOpen: true, order: 'uploaded', limit: MAX_VIEW_HITS });
    return { data: rows.map((row) => presentListed(context, row)) };
  });
  serve(app, deleteSavedView, access, async ({ params, caller }) => {
    await db.deleteFrom('saved_views').where('user_id', '=', caller.userId).where('id', '=', params.id).execute();
    return undefined;
  });
}

async function listViews(db: Db, userId: string): Promise<SavedView[]> {
  return db
    .selectFrom('saved_views')
    .select(['id', 'name', 'screen', 'query', 'list_position', 'novelty', 'is_paused'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/**
 * Adds a view or replaces it. Fields that are undefined stay as they were. Who begins to follow it, or ends a pause, is notified of what
 * arrives from then on.
 */
async function upsertView(tx: Tx, userId: string, { id, is_paused, ...view }: SavedView, now: Date): Promise<void> {
  const pause = is_paused === undefined ? {} : { is_paused: is_paused ?? false };
  const seen = sql<Date | null>`case when saved_views.novelty is null or saved_views.is_paused then ${now} else saved_views.seen_until end`;
  await tx
    .insertInto('saved_views')
    .values({ user_id: userId, id, ...view, ...pause, seen_until: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ ...view, ...pause, seen_until: seen }))
    .execute();
}

/** The number of views of a person, counted after their row is locked, so that simultaneous requests cannot exceed the limit. */
async function lockAndCountViews(tx: Tx, userId: string): Promise<{ views: number; followed: number }> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const row = await tx
    .selectFrom('saved_views')
    .select((eb) => [eb.fn.countAll<string>().as('views'), eb.fn.count<string>('novelty').as('followed')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { views: Number(row.views), followed: Number(row.followed) };
}

/** The last records that somebody was notified of by a view of theirs. */
async function listHitIds(db: Db, userId: string, viewId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('observation_id')
    .where('user_id', '=', userId)
    .where('entry_id', '=', entryId(userId, 'view', viewId))
    .orderBy('seq', 'desc')
    .limit(MAX_VIEW_HITS)
    .execute();
  return rows.flatMap(({ observation_id: id }) => id ?? []);
}

export async function removeSavedViews(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('saved_views').where('user_id', '=', userId).execute();
  await db.deleteFrom('feed_keys').where('user_id', '=', userId).execute();
}
