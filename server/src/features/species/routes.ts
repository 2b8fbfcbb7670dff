import { deleteEmptyObservations, getSpecies, listSpecies, listSpeciesSeen, periodRange, todayIn } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { removeObservations } from '../observations/write.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { seenSpeciesAccess, speciesAccess } from './access.ts';
import { presentSpecies, presentTaxon } from './present.ts';
import { registerRarity } from './rarity.ts';
import { findTaxon, listSeen, listSpecies as listRows, listTicks } from './store.ts';

export function registerSpecies(app: FastifyInstance, context: Context): void {
  registerRarity(context);
  serve(app, listSpecies, speciesAccess(context), async ({ query, caller, language: requestLanguage }) => {
    const language = caller?.language ?? requestLanguage;
    const rows = await listRows(context.readDb, {
      language,
      callerId: caller?.userId ?? null,
      country: query.country ?? null,
      isExternal: query.external === '1',
      hasImage: query.with_image === '1',
    });
    return presentSpecies(rows, language);
  });

  serve(app, getSpecies, speciesAccess(context), async ({ params, caller, language }) => {
    const row = await findTaxon(context.readDb, await currentTaxonId(context.readDb, params.id), caller?.language ?? language);
    if (!row) throw new Fault('not_found');
    return { data: presentTaxon(row) };
  });

  serve(
    app,
    listSpeciesSeen,
    seenSpeciesAccess(context),
    ({ query, caller }) =>
      listSeen(context.readDb, {
        userId: query.user_id ?? caller.userId,
        isOwn: (query.user_id ?? caller.userId) === caller.userId,
        country: query.location ?? null,
        days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
      }),
    { isPresented: true },
  );

  serve(app, deleteEmptyObservations, seenSpeciesAccess(context), ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      const deleted = await removeObservations(tx, caller.userId, await listTicks(tx, caller.userId, await currentTaxonId(tx, params.id)));
      return { data: { deleted } };
    }),
  );
}
