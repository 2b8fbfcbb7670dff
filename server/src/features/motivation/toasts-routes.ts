import { deleteToast, listAllToasts, listToasts, putToast } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import { insertNotifications } from '../notifications/write.ts';
import { logAct } from '../operations/audit.ts';
import { listAll, listAudience, listToastsFor, listUnannounced, removeToast, setAnnounced, upsertToast } from './toasts-store.ts';

const PEOPLE_BATCH = 500;

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Messages of the administrators: a notice that everybody they are for sees once, and a notification. */
export function registerToasts(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const admin = withRole(context, 'admin');
  context.jobs.add({ name: 'announcements', cron: '* * * * *', timeLimit: 900, run: () => announceToasts(context) });

  serve(app, listToasts, loggedIn(context), async ({ caller }) => ({
    data: await listToastsFor(db, caller.userId, caller.language, context.now()),
  }));

  serve(app, listAllToasts, admin, async () => ({ data: await listAll(db) }));

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

/**
 * Notifies everybody that a message is for, once its time has come. Progress is stored in batches, and repeating a notification changes
 * nothing, so it may be interrupted at any point. The text is looked up when the notification is read.
 */
export async function announceToasts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (const id of await listUnannounced(db, now())) {
    for (let after: string | undefined = FIRST; after !== undefined;) {
      const people: string[] = await listAudience(db, id, after, PEOPLE_BATCH);
      await inTransaction(db, (tx) =>
        insertNotifications(
          tx,
          people.map((userId) => ({ userId, kind: 'announcement', reason: 'everyone', subject: id, causeId: id, at: now() })),
        ),
      );
      after = people.length < PEOPLE_BATCH ? undefined : people.at(-1);
    }
    await setAnnounced(db, id, now());
  }
}
