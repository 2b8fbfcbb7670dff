import { deleteEmptyObservations, getSpecies, listSpecies, listSpeciesSeen, periodRange, todayIn } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { removeObservations } from '../observations/write.ts';
import { livingId } from '../taxa/successors.ts';
import { reader, seer } from './access.ts';
import { presentSpecies, presentTaxon } from './present.ts';
import { registerRarity } from './rarity.ts';
import { findTaxon, listSeen, listSpecies as listRows, listTicks } from './store.ts';

export function registerSpecies(app: FastifyInstance, context: Context): void {
  registerRarity(context);
  serve(app, listSpecies, reader(context), async ({ query, caller, language }) => {
    const spoken = caller?.language ?? language;
    const rows = await listRows(context.readDb, {
      language: spoken,
      callerId: caller?.userId ?? null,
      country: query.country ?? null,
      isExternal: query.external === '1',
      hasImage: query.with_image === '1',
    });
    return presentSpecies(rows, spoken);
  });

  serve(app, getSpecies, reader(context), async ({ params, caller, language }) => {
    const row = await findTaxon(context.readDb, await livingId(context.readDb, params.id), caller?.language ?? language);
    if (!row) throw new Fault('not_found');
    return { data: presentTaxon(row) };
  });

  serve(app, listSpeciesSeen, seer(context), ({ query, caller }) =>
    listSeen(context.readDb, {
      userId: query.user_id ?? caller.userId,
      isOwn: (query.user_id ?? caller.userId) === caller.userId,
      country: query.location ?? null,
      days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
    }),
  );

  serve(app, deleteEmptyObservations, seer(context), ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      const deleted = await removeObservations(tx, caller.userId, await listTicks(tx, caller.userId, await livingId(tx, params.id)));
      return { data: { deleted } };
    }),
  );
}
