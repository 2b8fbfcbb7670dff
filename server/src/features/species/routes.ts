import {
  deleteEmptyObservations,
  getSpecies,
  listMySpeciesImages,
  listSpecies,
  listSpeciesCountries,
  listSpeciesNames,
  listSpeciesSeen,
  listTaxonStatuses,
  periodRange,
  postMySpeciesImage,
  todayIn,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { areaOfPlace } from '../geo/place-area.ts';
import { removeObservations } from '../observations/write.ts';
import { parseMediaId, ownHosts } from '../taxa/image-address.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { seenSpeciesAccess, speciesAccess } from './access.ts';
import { chooseImage, findOwnPhoto, hasTaxon, listOwnImages } from './own-images.ts';
import { presentOwnImage, presentSpecies, presentTaxon } from './present.ts';
import { registerRarity } from './rarity.ts';
import { listCountries, listStatuses } from './countries.ts';
import { listNames } from './names.ts';
import { registerSpeciesViews } from './views.ts';
import { findTaxon, listSeen, listSpecies as listRows, listTicks } from './store.ts';

export function registerSpecies(app: FastifyInstance, context: Context): void {
  registerRarity(context);
  registerSpeciesViews(app, context);
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

  serve(app, listSpeciesCountries, speciesAccess(context), async ({ params }) => ({
    data: await listCountries(context.readDb, await currentTaxonId(context.readDb, params.id)),
  }));

  serve(app, listSpeciesNames, speciesAccess(context), async ({ params }) => ({
    data: await listNames(context.readDb, await currentTaxonId(context.readDb, params.id)),
  }));

  serve(app, listTaxonStatuses, speciesAccess(context), async ({ params }) => ({
    data: await listStatuses(context.readDb, params.country),
  }));

  serve(
    app,
    listSpeciesSeen,
    seenSpeciesAccess(context),
    async ({ query, caller }) =>
      listSeen(context.readDb, {
        userId: query.user_id ?? caller.userId,
        callerId: caller.userId,
        country: query.location ?? null,
        place: await areaOfPlace(context.readDb, caller.userId, query.place_id),
        days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
      }),
    { isPresented: true, problems: ['not_found'] },
  );

  serve(app, listMySpeciesImages, seenSpeciesAccess(context), async ({ query, caller }) => {
    const rows = await listOwnImages(context.readDb, {
      userId: query.user_id ?? caller.userId,
      callerId: caller.userId,
      country: query.location,
      days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
      taxonId: query.taxon_id,
      isChosen: query.chosen === '1',
    });
    const isOwn = (query.user_id ?? caller.userId) === caller.userId;
    // The specification's shape: an empty array means none.
    return rows.length === 0 ? [] : Object.fromEntries(rows.map((row) => [row.taxon_id, presentOwnImage(context, row, isOwn)]));
  });

  serve(app, postMySpeciesImage, seenSpeciesAccess(context), async ({ body, caller, request }) => {
    let photoId: string | null = null;
    if (body.image_url !== null) {
      const id = parseMediaId(body.image_url, ownHosts(context, request));
      photoId = id && (await findOwnPhoto(context.db, caller.userId, id));
      if (!photoId) throw invalid('image_url', 'image_url');
    }
    return inTransaction(context.db, async (tx) => {
      const taxonId = await currentTaxonId(tx, body.taxon_id);
      if (!(await hasTaxon(tx, taxonId))) throw invalid('taxon_id', 'taxon_id');
      await chooseImage(tx, caller.userId, taxonId, photoId);
      const [row] = await listOwnImages(tx, { userId: caller.userId, callerId: caller.userId, taxonId });
      return { data: row ? presentOwnImage(context, row, true) : null };
    });
  });

  serve(app, deleteEmptyObservations, seenSpeciesAccess(context), ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      const deleted = await removeObservations(
        context,
        tx,
        caller.userId,
        await listTicks(tx, caller.userId, await currentTaxonId(tx, params.id)),
      );
      return { data: { deleted } };
    }),
  );
}
