import { type Preferences, listNotifications, muteRecord, readAllNotifications, readNotification, unmuteRecord } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { guardedFetcher } from '../../http/guarded-fetch.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { openPosition, sealPosition, type FindTaxa, presentEntry, findEntryTaxa } from './present.ts';
import { sendDigests, serveUnsubscribe } from './digest.ts';
import {
  findPreferences,
  kindsOn,
  countUnread,
  insertMute,
  listEntries,
  removeMute,
  removeOldNotifications,
  setAllRead,
  setRead,
} from './store.ts';
import { servePush, sendPushes } from './push.ts';
import { lastOfPage } from '../../http/position.ts';

const DEFAULT_LIMIT = 50;

/** Notifications (decision 0048). `findTaxa` is of a later feature. */
export async function registerNotifications(app: FastifyInstance, context: Context, findTaxa: FindTaxa): Promise<void> {
  serveList(app, context, findTaxa);
  serveReading(app, context);
  servePush(app, context);
  await serveUnsubscribe(app, context);
  addJobs(context, findTaxa);
}

function addJobs(context: Context, findTaxa: FindTaxa): void {
  context.jobs.add({
    name: 'notifications-daily',
    cron: '29 3 * * *',
    run: () => removeOldNotifications(context.db, context.now()),
  });
  context.jobs.add({ name: 'notifications-digest', cron: '*/10 * * * *', timeLimit: 900, run: () => sendDigests(context, findTaxa) });
  const fetch = guardedFetcher({ userAgent: `Veld/${context.config.VERSION}` });
  context.jobs.add({ name: 'notifications-push', cron: '* * * * *', timeLimit: 900, run: () => sendPushes(context, findTaxa, fetch) });
}

/** The number of unread entries of the kinds that a person sees in the app. */
export async function countShownUnread(
  context: Pick<Context, 'db' | 'causes' | 'now'>,
  userId: string,
  preferences: Preferences,
): Promise<number> {
  return countUnread(context, userId, kindsOn('app', preferences));
}

function serveList(app: FastifyInstance, context: Context, findTaxa: FindTaxa): void {
  const { db } = context;
  serve(app, listNotifications, loggedIn(context), async ({ query, caller: { userId, language } }) => {
    const inApp = kindsOn('app', await findPreferences(db, userId));
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listEntries(context, db, userId, {
      kinds: query.kind ? inApp.filter((kind) => kind === query.kind) : inApp,
      isUnread: query.unread !== undefined,
      before: query.cursor === undefined ? null : openPosition(context, query.cursor, 'cursor'),
      limit: limit + 1,
      language,
    });
    const page = rows.slice(0, limit);
    const last = lastOfPage(rows, limit);
    const taxa = await findEntryTaxa(db, findTaxa, page, language);
    return {
      data: page.map((row) => presentEntry(context, row, taxa)),
      unread: await countUnread(context, userId, inApp),
      next_cursor: last && sealPosition(context, last.seq),
    };
  });
}

function serveReading(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, readNotification, access, async ({ params, body, caller }) => {
    const through = openPosition(context, body.through, 'through');
    if (!(await setRead(db, caller.userId, params.id, through, context.now()))) throw new Fault('not_found');
    return undefined;
  });

  serve(app, readAllNotifications, access, async ({ body, caller }) => {
    await setAllRead(db, caller.userId, openPosition(context, body.through, 'through'), context.now());
    return undefined;
  });

  serve(app, muteRecord, access, ({ params, caller }) =>
    inTransaction(db, async (tx) => {
      if (!(await insertMute(tx, caller.userId, params.id, context.now()))) throw new Fault('not_found');
      return undefined;
    }),
  );

  serve(app, unmuteRecord, access, async ({ params, caller }) => {
    await removeMute(db, caller.userId, params.id);
    return undefined;
  });
}
