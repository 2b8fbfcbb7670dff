import { listFeedback, putFeedback } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { LOOK_BACK_MS, waitFor } from './limit.ts';
import { presentFeedback } from './present.ts';
import { findFeedback, insertFeedback, listFeedbackOf, lockFeedbackSince, removeFeedbackOf } from './store.ts';

/** Feedback about Veld. The device makes the id, so repeating a request does nothing. */
export function registerFeedback(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, putFeedback, access, async ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      const there = await findFeedback(tx, params.id);
      if (there && there.user_id !== caller.userId) throw new Fault('not_found');
      if (there) return { data: presentFeedback(there) };
      const sent = await lockFeedbackSince(tx, caller.userId, new Date(now.getTime() - LOOK_BACK_MS));
      // Checked again: it may have been stored while this request waited.
      const meanwhile = await findFeedback(tx, params.id);
      if (meanwhile?.user_id === caller.userId) return { data: presentFeedback(meanwhile) };
      const wait = waitFor(sent, now);
      // Limits only this call; other items of the device may continue.
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
