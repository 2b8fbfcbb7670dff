import { deletePush, getPush, putPush } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../../db/transaction.ts';
import type { Context } from '../../../http/context.ts';
import { serve } from '../../../http/serve.ts';
import { loggedIn } from '../../accounts/access.ts';
import { encodePublicKey } from './key.ts';
import { removeSubscription, upsertSubscription } from '../../accounts/push-subscriptions.ts';
import { hasSubscription } from './store.ts';

/** Whether the device of a session gets push messages. */
export function servePush(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, getPush, access, async ({ caller }) => ({
    data: { public_key: encodePublicKey(context.vapid), is_subscribed: await hasSubscription(db, caller) },
  }));

  serve(app, putPush, access, ({ body, caller }) =>
    inTransaction(db, async (tx) => {
      const { userId, sessionId, language } = caller;
      await upsertSubscription(tx, { userId, sessionId, language, ...body });
      return undefined;
    }),
  );

  serve(app, deletePush, access, async ({ caller }) => {
    await removeSubscription(db, caller);
    return undefined;
  });
}
