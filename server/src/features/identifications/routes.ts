import { listConfusions, listIdentifications, listWaiting, putIdentification, withdrawIdentification } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { isModerator, loggedIn } from '../accounts/access.ts';
import { findObservation } from '../observations/store.ts';
import { confusionsOf } from './confusions.ts';
import { presentIdentifications } from './present.ts';
import { waitingPage } from './waiting.ts';
import { withdraw, writeIdentification } from './write.ts';

/** What people say that a record shows (decision 0044). */
export function registerIdentifications(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(app, listIdentifications, access, async ({ params, caller }) => {
    const record = await findObservation(context.db, params.id, caller.userId, caller.language, isModerator(caller));
    if (!record) throw new Fault('not_found');
    return { data: await presentIdentifications(context.db, record, caller) };
  });

  serve(app, listWaiting, access, ({ query, caller }) => waitingPage(context, query, caller), {
    isPresented: true,
    problems: ['not_found'],
  });

  const confusions = confusionsOf(context);
  serve(app, listConfusions, access, async ({ params, caller }) => ({ data: await confusions(params.taxonId, caller.language) }));

  serve(
    app,
    putIdentification,
    access,
    ({ params, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        const { userId, language } = caller;
        await writeIdentification(tx, { id: params.identification, observationId: params.id, userId, now: context.now() }, body);
        const record = (await findObservation(tx, params.id, userId, language))!;
        return { data: await presentIdentifications(tx, record, caller) };
      }),
    { problems: ['conflict', 'forbidden'] },
  );

  serve(app, withdrawIdentification, access, ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      await withdraw(tx, { id: params.identification, observationId: params.id, userId: caller.userId });
      return undefined;
    }),
  );
}
