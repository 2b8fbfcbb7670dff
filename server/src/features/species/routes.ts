import {
  type BodyOf,
  deleteEmptyObservations,
  getSpecies,
  itemAt,
  type Language,
  listMySpeciesImages,
  listSpecies,
  listSpeciesCountries,
  listSpeciesNames,
  listSpeciesSeen,
  listTaxonStatuses,
  periodRange,
  postMySpeciesImage,
  postSpeciesViews,
  type ReplyOf,
  todayIn,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { areaOfQuery } from '../geo/place-area.ts';
import { removeObservations } from '../observations/write.ts';
import { parseMediaId, ownHosts } from '../taxa/image-address.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { loggedIn, maybeLoggedIn } from '../accounts/access.ts';
import { chooseImage, findOwnPhoto, hasTaxon, listOwnImages, type OwnImageRow } from './own-images.ts';
import { registerRarity } from './rarity.ts';
import {
  listCountries,
  listStatuses,
  listNames,
  findTaxon,
  listSeen,
  listSpecies as listRows,
  listTicks,
  type SpeciesRow,
  type TaxonRow,
} from './store.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { mediaUrls, pictureId } from '../media/signature.ts';
import { uniqueNames } from '../taxa/names.ts';
import { taxonImageUrl } from '../taxa/present.ts';

export function registerSpecies(app: FastifyInstance, context: Context): void {
  registerRarity(context);
  registerSpeciesViews(app, context);
  serve(app, listSpecies, maybeLoggedIn(context), async ({ query, caller, language: requestLanguage }) => {
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

  serve(app, getSpecies, maybeLoggedIn(context), async ({ params, caller, language }) => {
    const row = await findTaxon(context.readDb, await currentTaxonId(context.readDb, params.id), caller?.language ?? language);
    if (!row) throw new Fault('not_found');
    return { data: presentTaxon(row) };
  });

  serve(app, listSpeciesCountries, maybeLoggedIn(context), async ({ params }) => ({
    data: await listCountries(context.readDb, await currentTaxonId(context.readDb, params.id)),
  }));

  serve(app, listSpeciesNames, maybeLoggedIn(context), async ({ params }) => ({
    data: await listNames(context.readDb, await currentTaxonId(context.readDb, params.id)),
  }));

  serve(app, listTaxonStatuses, maybeLoggedIn(context), async ({ params }) => ({
    data: await listStatuses(context.readDb, params.country),
  }));

  serve(
    app,
    listSpeciesSeen,
    loggedIn(context),
    async ({ query, caller }) =>
      listSeen(context.readDb, {
        userId: query.user_id ?? caller.userId,
        callerId: caller.userId,
        country: query.location ?? null,
        place: await areaOfQuery(context.readDb, caller.userId, query),
        days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
      }),
    { isPresented: true, problems: ['not_found'] },
  );

  serve(app, listMySpeciesImages, loggedIn(context), async ({ query, caller }) => {
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

  serve(app, postMySpeciesImage, loggedIn(context), async ({ body, caller, request }) => {
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

  serve(app, deleteEmptyObservations, loggedIn(context), ({ params, caller }) =>
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

/** Days for which views are kept, and for which a repeated batch is recognised. */
const KEPT_DAYS = 400;

/** Counts the views of pages of taxa per day. The session only limits how much a person can send. */
function registerSpeciesViews(app: FastifyInstance, context: Context): void {
  const today = () => context.now().toISOString().slice(0, 10);
  serve(app, postSpeciesViews, loggedIn(context), async ({ body }) => {
    await addViews(context.db, body, today());
    return undefined;
  });
  context.jobs.add({ name: 'species-views-cleanup', cron: '17 4 * * *', run: () => removeOldViews(context.db, today()) });
}

/** Views of a merged taxon count for its successor; those of an unknown one, for none. */
async function addViews(db: Db, { write_id, views }: BodyOf<typeof postSpeciesViews>, day: string): Promise<void> {
  await sql`
    with batch as (
      insert into taxon_view_batches (id, received_on) values (${write_id}, ${day}) on conflict do nothing returning id
    )
    insert into taxon_views (taxon_id, day, views)
    select coalesce(t.accepted_id, t.id), ${day}::date, sum(v.count)
    from json_to_recordset(${JSON.stringify(views)}::json) as v (taxon_id integer, count integer) join taxa t on t.id = v.taxon_id
    where exists (select 1 from batch) group by 1
    on conflict (taxon_id, day) do update set views = taxon_views.views + excluded.views
  `.execute(db);
}

async function removeOldViews(db: Db, today: string): Promise<void> {
  await sql`delete from taxon_views where day < ${today}::date - ${KEPT_DAYS}::integer`.execute(db);
  await sql`delete from taxon_view_batches where received_on < ${today}::date - ${KEPT_DAYS}::integer`.execute(db);
}

/** Species as a map of displayed name to id. Names are unique, because homonyms get a label (taxa/names.ts). */
function presentSpecies(rows: readonly SpeciesRow[], language: Language): Record<string, number> {
  const names = uniqueNames(rows, language);
  return Object.fromEntries(rows.map((row, at) => [itemAt(names, at), row.id]));
}

function presentTaxon({ taxon_group, has_image, ...row }: TaxonRow): ReplyOf<typeof getSpecies>['data'] {
  return {
    ...row,
    group: taxon_group,
    image_url: has_image ? taxonImageUrl(row.id) : null,
  };
}

/** An own image of a person; the id of the photo on their devices means nothing to others. */
function presentOwnImage(context: Context, row: OwnImageRow, isOwn: boolean): NonNullable<ReplyOf<typeof postMySpeciesImage>['data']> {
  return {
    taxon_id: row.taxon_id,
    photo_id: isOwn ? row.photo_id : null,
    image_url: mediaUrls(context, pictureId(row.media_id, row.crop_id ? { cropId: row.crop_id } : null), context.now())[512],
    is_chosen: row.is_chosen,
  };
}
