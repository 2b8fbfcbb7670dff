import { deleteToast, listAnnouncements, listToasts, putToast } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { announceToasts } from './announce.ts';
import { listAll, listToastsFor, removeToast, upsertToast } from './toasts-store.ts';

/** Messages of the administrators: a notice that everybody they are for sees once, and a notification. */
export function registerToasts(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const admin = withRole(context, 'admin');
  context.jobs.add({ name: 'announcements', cron: '* * * * *', timeLimit: 900, run: () => announceToasts(context) });

  serve(app, listToasts, loggedIn(context), async ({ caller }) => ({
    data: await listToastsFor(db, caller.userId, caller.language, context.now()),
  }));

  serve(app, listAnnouncements, admin, async () => ({ data: await listAll(db) }));

  serve(app, putToast, admin, ({ params: { id }, body, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      await upsertToast(tx, id, body, { userId: caller.userId, now });
      const details = { audience: body.audience, languages: Object.keys(body.text) };
      await logAct(tx, { actorId: caller.userId, action: 'put_announcement', subject: ['announcement', id], details }, now);
      return undefined;
    }),
  );

  serve(app, deleteToast, admin, ({ params: { id }, caller }) =>
    inTransaction(db, async (tx) => {
      if (await removeToast(tx, id))
        await logAct(tx, { actorId: caller.userId, action: 'delete_announcement', subject: ['announcement', id] }, context.now());
      return undefined;
    }),
  );
}
