import {
  FREQUENCY_WEEKS,
  getKnown,
  getPublicPlace,
  getPublicPlaceFigures,
  type Language,
  listPublicPlaces,
  type PublicPlace,
  type PublicPlaceFigures,
  type PublicPlacePage,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { FairQueue, forDecoders } from '../../http/fair-queue.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { isVisitor, keepForVisitors, type Reader, reader } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';
import { requirePublicPlace } from '../geo/public-places.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { presentPlacePhoto, registerPlacePhotos } from './photos.ts';
import {
  countPlaceFigures,
  findPlacePage,
  findPlacesAt,
  findPlacesByName,
  type FoundPlace,
  type PlaceFigures,
  type PlaceOfPage,
} from './store.ts';

/** Places that everybody sees (docs/places.md). Their records are those of Explore with `place`. */
export function registerPlaces(app: FastifyInstance, context: Context): void {
  const access = reader(context);
  const { readDb: db } = context;
  const queue = new FairQueue(forDecoders());
  const options = { problems: ['not_found'] } as const;
  registerPlacePhotos(app, context);

  serve(app, listPublicPlaces, access, async ({ query, caller, reply }) => {
    keepForVisitors(caller, reply);
    const { name, latitude, longitude } = query;
    if ((latitude === undefined) !== (longitude === undefined)) throw invalid('latitude', 'coordinates_pair');
    const found =
      latitude !== undefined && longitude !== undefined
        ? await findPlacesAt(db, caller.userId, { latitude, longitude })
        : await findPlacesByName(db, caller.userId, name ?? '');
    return { data: found.map((row) => presentPlace(row, caller.language)) };
  });

  serve(
    app,
    getPublicPlace,
    access,
    async ({ params, caller, reply }) => {
      keepForVisitors(caller, reply);
      const row = await findPlacePage(db, caller.userId, params.id, sendsMail(context));
      if (!row) throw new Fault('not_found');
      return { data: presentPage(row, caller) };
    },
    options,
  );

  serve(
    app,
    getPublicPlaceFigures,
    access,
    async ({ params, caller, request, reply }) => {
      keepForVisitors(caller, reply);
      const id = await requirePublicPlace(db, params.id, caller.userId);
      const turn = isVisitor(caller) ? readNetwork(request) : caller.userId;
      const figures = await queue.run(turn, () => countPlaceFigures(db, id, caller.userId, context.now()));
      const ids = figures.species.map((one) => one.id);
      const taxa = await findSummaries(db, ids, caller.language);
      return { data: presentFigures(figures, (taxon) => getKnown(taxa, taxon)) };
    },
    options,
  );
}

function presentPlace({ id, kind, name, names, latitude, longitude, area_m2 }: FoundPlace, language: Language): PublicPlace {
  return { id, kind, name: names[language] ?? name, latitude, longitude, area_m2 };
}

function presentPage(row: PlaceOfPage, { userId, language }: Reader): PublicPlacePage {
  const { id, text, attribution, polygons, owner_id, photos, owner_name } = row;
  return {
    ...presentPlace(row, language),
    text,
    attribution,
    is_own: owner_id === userId,
    photos: photos.map((photo) => presentPlacePhoto(id, photo, owner_name)),
    boundary: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map((ring) => ring.map(([x, y]) => [x, y]))) },
  };
}

/** Of a group with a list, the lists that a species is on; of the others, its records. */
function presentFigures(
  { effort, lists, species }: PlaceFigures,
  taxonOf: (id: number) => PublicPlaceFigures['species'][number]['taxon'],
): PublicPlaceFigures {
  const byGroup = Map.groupBy(lists, ({ group }) => group);
  return {
    effort,
    lists: Array.from(byGroup, ([group, weeks]) => ({ group, weeks: spreadWeeks(weeks.map(({ week, lists: count }) => [week, count])) })),
    species: species.map(({ id, group, weeks }) => {
      const counted = group !== null && byGroup.has(group) ? 'lists' : 'records';
      return { taxon: taxonOf(id), counted, weeks: spreadWeeks(weeks.map((one) => [one.week, one[counted]])) };
    }),
  };
}

function spreadWeeks(counts: readonly (readonly [week: number, count: number])[]): number[] {
  const weeks = Array.from({ length: FREQUENCY_WEEKS }, () => 0);
  for (const [week, count] of counts) weeks[week] = count;
  return weeks;
}
