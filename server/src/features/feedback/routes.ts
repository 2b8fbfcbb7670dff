import { listFeedback, putFeedback } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { presentFeedback } from './present.ts';
import { countFeedbackSince, findFeedback, insertFeedback, listFeedbackOf, removeFeedbackOf } from './store.ts';

const MOST_A_DAY = 10;
const DAY_MS = 86_400_000;

/** What people say of Veld; the id is made on the device, so a repeated sending is one. */
export function registerFeedback(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, putFeedback, access, async ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      const there = await findFeedback(tx, params.id);
      if (there && there.user_id !== caller.userId) throw new Fault('not_found');
      if (there) return { data: presentFeedback(there) };
      const sent = await countFeedbackSince(tx, caller.userId, new Date(now.getTime() - DAY_MS));
      // Asked again: the same one may have been stored while this waited for its turn.
      const meanwhile = await findFeedback(tx, params.id);
      if (meanwhile?.user_id === caller.userId) return { data: presentFeedback(meanwhile) };
      if (sent >= MOST_A_DAY) throw new Fault('too_many_requests', { retryAfter: 3600 });
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

/** Everything a person said. May be run again. */
export async function eraseFeedback(context: Context, userId: string): Promise<void> {
  await removeFeedbackOf(context.db, userId);
}
