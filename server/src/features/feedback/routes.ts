import { listFeedback, putFeedback } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { waitFor, WINDOW_MS } from './limit.ts';
import { presentFeedback } from './present.ts';
import { findFeedback, insertFeedback, listFeedbackOf, lockFeedbackSince, removeFeedbackOf } from './store.ts';

/** Feedback about Veld. The id is made on the device, so repeating a request changes nothing. */
export function registerFeedback(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, putFeedback, access, async ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      const existing = await findFeedback(tx, params.id);
      if (existing && existing.user_id !== caller.userId) throw new Fault('not_found');
      if (existing) return { data: presentFeedback(existing) };
      const sent = await lockFeedbackSince(tx, caller.userId, new Date(now.getTime() - WINDOW_MS));
      // Read again, because a simultaneous request may have stored it while this one waited for the lock.
      const stored = await findFeedback(tx, params.id);
      if (stored?.user_id === caller.userId) return { data: presentFeedback(stored) };
      const wait = waitFor(sent, now);
      // The limit applies to this route only, so the device may continue with other operations.
      if (wait > 0) throw new Fault('too_many_requests', { retryAfter: Math.ceil(wait / 1000), members: { scope: 'route' } });
      const row = await insertFeedback(tx, {
        id: params.id,
        user_id: caller.userId,
        kind: body.kind,
        text: body.text,
        may_contact: body.may_contact,
        app_version: body.app_version ?? null,
        created_at: now,
      });
      if (!row) throw new Fault('not_found');
      return { data: presentFeedback(row) };
    }),
  );

  serve(app, listFeedback, access, async ({ caller }) => ({ data: (await listFeedbackOf(db, caller.userId)).map(presentFeedback) }));
}

/** Erases a person's feedback. Idempotent. */
export async function eraseFeedback(context: Context, userId: string): Promise<void> {
  await removeFeedbackOf(context.db, userId);
}
