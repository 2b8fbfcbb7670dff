import {
  getCurrentImage,
  getTaxonImageInfo,
  listImageNeeds,
  lockImage,
  putImageDetails,
  putImageRejection,
  revertImage,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import type { Caller } from '../accounts/access.ts';
import type { CachedState } from '../taxa/state.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { imageCurator, imageReader } from './access.ts';
import { editDetails, revert, setLocked } from './curation.ts';
import { findCurrent, listChanges } from './curation-store.ts';
import { countNeeds, listNeeds, type NeedFilter } from './needs-store.ts';
import { presentChanges, presentCurrent, presentInfo, presentNeed } from './present.ts';
import { findTaxonName, insertRejection, removeRejection } from './store.ts';

const PAGE_SIZE = 60;

/** Registers what curators do with the image of a taxon besides choosing it. */
export function registerCuration(app: FastifyInstance, context: Context, taxonomy: CachedState): void {
  const current = async (taxonId: number) => {
    const row = await findCurrent(context.db, taxonId);
    return row && presentCurrent(context, row);
  };
  const metaOf = (taxonId: number, caller: Caller, body: { write_id: string; reason?: string | undefined }) => ({
    id: body.write_id,
    taxonId,
    userId: caller.userId,
    reason: body.reason?.trim() || null,
  });

  serve(app, listImageNeeds, imageCurator(context), async ({ query, caller }) => {
    const filter: NeedFilter = {
      language: caller.language,
      country: query.country ?? null,
      group: query.group ?? null,
      need: query.need ?? null,
      order: query.order ?? 'records',
      allowsNonCommercial: context.config.IMAGES_NONCOMMERCIAL,
    };
    const page = query.page ?? 1;
    const [rows, counts] = await Promise.all([
      listNeeds(context.readDb, filter, PAGE_SIZE + 1, (page - 1) * PAGE_SIZE),
      countNeeds(context.readDb, filter),
    ]);
    return { data: rows.slice(0, PAGE_SIZE).map(presentNeed), has_more: rows.length > PAGE_SIZE, ...counts };
  });

  serve(app, getCurrentImage, imageCurator(context), async ({ params }) => ({
    data: await current(params.taxonId),
    history: presentChanges(context, await listChanges(context.db, params.taxonId)),
  }));

  serve(app, getTaxonImageInfo, imageReader, async ({ params, language, reply }) => {
    const row = await findCurrent(context.readDb, await currentTaxonId(context.readDb, params.taxonId));
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
    return { data: row && presentInfo(row, language) };
  });

  serve(
    app,
    putImageDetails,
    imageCurator(context),
    async ({ params, body, caller }) => {
      await editDetails(context, metaOf(params.taxonId, caller, body), body);
      taxonomy.invalidate();
      return { data: await current(params.taxonId) };
    },
    { problems: ['conflict'] },
  );

  serve(app, revertImage, imageCurator(context), async ({ params, body, caller }) => {
    await revert(context, metaOf(params.taxonId, caller, body), body);
    taxonomy.invalidate();
    return { data: await current(params.taxonId) };
  });

  serve(app, lockImage, imageCurator(context), async ({ params, body, caller }) => {
    if (!body.is_locked && !caller.roles.includes('admin')) throw new Fault('forbidden');
    await setLocked(context, metaOf(params.taxonId, caller, body), body.is_locked);
    taxonomy.invalidate();
    return { data: await current(params.taxonId) };
  });

  serve(app, putImageRejection, imageCurator(context), async ({ params, body, caller }) => {
    if ((await findTaxonName(context.db, params.taxonId)) === null) throw new Fault('not_found');
    const rejection = { taxonId: params.taxonId, source: body.source, id: body.id, userId: caller.userId };
    await inTransaction(context.db, (tx) => (body.is_rejected ? insertRejection(tx, rejection) : removeRejection(tx, rejection)));
    return undefined;
  });
}
