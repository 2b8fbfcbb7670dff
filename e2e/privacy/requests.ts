import * as contract from '@veld/contract';
import { wrapWest } from '@veld/geometry';
import { routeRows } from '../../server/src/features/all.ts';
import { tileAt } from '../../server/src/testing/map-tiles.ts';
import { TAXA } from '../../server/src/testing/records.ts';
import { planJourneys, planProjects, planPublicPlaces } from './plan.ts';
import { EMBED_KEY, PACK_ID, type World } from './worlds.ts';

/** The id of nothing. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const TILE_ZOOMS = [0, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20];
const CELL_LEVELS = [6, 8, 12, 13, 14, 18, 22];
const BOX_HALVES = [0.001, 0.02, 0.3, 5];

type Point = readonly [latitude: number, longitude: number];

/** Values of a parameter of a query, of which the last is invalid. */
type Values = (world: World) => readonly (string | number)[];

/**
 * What is asked with each parameter of a query. A parameter of a GET route that is missing here fails the proof, so that a new filter
 * cannot be left out.
 */
const QUERY: Record<string, Values> = {
  country: () => ['NL', 'DE', 'BE', 'worldwide', 'nowhere'],
  location: () => ['NL', 'DE', 'worldwide', 'nowhere'],
  country_code: () => ['NL', 'nowhere'],
  period: () => [...contract.PERIODS, 'never'],
  year: () => [2026, 2025, 'then'],
  month: () => [5, 6, 13],
  taxon_id: () => [TAXA.kingfisher.id, TAXA.heron.id, TAXA.moss.id, 0],
  user_id: ({ anna, chen }) => [anna.user.id, chen.user.id, UNKNOWN_ID, 'nobody'],
  group: () => ['bird', 'moss', 'none'],
  order: () => ['views', 'asc', 'uploaded', 'first', 'last', 'species', 'observed', 'oldest', 'disputed', 'unusual', 'name', 'some'],
  known: () => ['1', 'some'],
  fate: () => [...contract.IDENTIFICATION_FATES, 'some'],
  reviewed: () => ['1', 'some'],
  validation: () => ['plausible', 'accepted,unverified', 'some'],
  quality: () => [...contract.QUALITIES, 'good'],
  photos: () => ['1', '0', 'some'],
  unseen: () => ['1', 'some'],
  show: () => [...contract.EMBED_VIEWS, 'some'],
  first_of_year: () => ['1', 'some'],
  hidden: () => ['1', '0', 'some'],
  mine: () => ['1', 'some'],
  layer: () => ['effort', 'records', 'none'],
  content: () => ['1', 'some'],
  obscured: () => ['1', 'some'],
  limit: () => [1, 2, 5, 100, 0],
  cursor: () => ['AAAA', '%'],
  ids: ({ plan, photos }) => [photos.map(({ id }) => id).join(), plan.records.map(({ id }) => id).join(), 'none'],
  external: () => ['1', 'some'],
  chosen: () => ['1', 'some'],
  with_image: () => ['1', 'some'],
  key: () => [EMBED_KEY, EMBED_KEY.replace('a', 'b'), '?'],
  latitude: () => [52.0908, 'north'],
  longitude: () => [5.1222, 'east'],
  page: () => [1, 2, 'first'],
  languages: () => ['en,nl', '?'],
  since: () => ['1', '?'],
  country_since: () => ['1', '?'],
  version: () => ['1', '?'],
  v: () => ['1', 'v'.repeat(101)],
  is_country_update: () => ['1', 'some'],
  global_count: () => [0, 'many'],
  country_count: () => [0, 'many'],
  size: () => [128, 512, 5],
  e: () => [1, 'now'],
  s: () => ['abc', '?'],
  appVersion: () => ['1.0.0', ''],
  timezone: () => ['Europe/Amsterdam', 'nowhere'],
  device_id: () => [UNKNOWN_ID, '?'],
  unsent: () => [0, 'many'],
  name: () => ['anna', 'fen', ''],
  place_id: () => [UNKNOWN_ID, '?'],
  following: () => ['1', 'some'],
  decided: () => ['1', 'some'],
  kind: () => [...contract.NOTIFICATION_KINDS, ...contract.FEEDBACK_KINDS, 'some'],
  unread: () => ['1', 'some'],
  token: () => ['none', ''],
  radius_km: () => [10, 0],
  language: () => ['nl', '?'],
  view: () => [...contract.FEEDBACK_VIEWS, 'some'],
  search: () => ['anna', ''],
  role: () => ['admin', 'some'],
  sort: () => ['name', 'some'],
  action: () => ['end_sessions', 'hide', 'some'],
  subject_kind: () => [...contract.REPORT_SUBJECTS, 'some'],
  reason: () => [...contract.REPORT_REASONS, 'some'],
  url: () => [`http://localhost/embed?key=${EMBED_KEY}&type=records`, 'http://localhost/embed?key=none', '?'],
  format: () => ['json', 'xml'],
  maxwidth: () => [200, 0],
  maxheight: () => [200, 0],
  need: () => [...contract.IMAGE_NEEDS, 'some'],
  // The other sources ask other sites.
  source: () => ['own', 'nowhere'],
  u: () => ['?'],
  place: ({ plan }) => [...planPublicPlaces(plan).map(({ id }) => id), UNKNOWN_ID, '?'],
  project_id: ({ plan }) => [...planProjects(plan).map(({ id }) => id), UNKNOWN_ID, '?'],
  after: () => [-1, 3, 'first'],
  state: () => [...contract.PROJECT_STATES, ...contract.TILE_REQUEST_STATES, 'never'],
  invite: () => ['x'.repeat(22), '?'],
  below: () => ['0', 'some'],
  from: () => ['2026-05-01', '2026-05-17', 'then'],
  to: () => ['2026-05-31', '2026-05-17', 'then'],
  box: (world) => [...cornersOf(world).map(({ west, south, east, north }) => [west, south, east, north].join()), '5,53,6,52'],
  polygon: (world) => [
    ...cornersOf(world).map(({ west, south, east, north }) => `${west} ${south},${east} ${south},${east} ${north},${west} ${north}`),
    '5 52,6 52',
  ],
  unnamed: () => ['1', 'some'],
  life_stage: () => ['adult', 'some'],
  sex: () => ['female', 'some'],
  breeding: () => ['C12', 'some'],
  wildness: () => ['wild', 'some'],
  uncertainty_m: () => [10, 100, 10_000, 0],
  license: () => ['CC-BY-4.0', 'some'],
};

/** Areas that end just beyond the first true points of both worlds: small ones, and some as large as a grid cell. */
function cornersOf(world: World): { west: number; south: number; east: number; north: number }[] {
  return pointsOf(world)
    .slice(0, 6)
    .flatMap(([latitude, longitude]) =>
      [0.002, 0.2].map((half) => ({
        west: wrapWest(longitude - half),
        south: latitude - half,
        east: wrapWest(longitude + 0.002),
        north: latitude + 0.002,
      })),
    );
}

/** A box of the map is asked for as a whole; see `boxesAt`. */
const BOX = ['west', 'south', 'east', 'north'];

/** What a route cannot do without. */
const REQUIRED: Record<string, string> = {
  '/api/taxonomy/check-updates': 'global_count=0',
  '/api/taxonomy/location': 'latitude=52.1&longitude=5.1',
  '/api/user': 'appVersion=1.0.0&timezone=Europe/Amsterdam',
};

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value;
const ROUTES = new Map((Object.values(contract) as unknown[]).filter(isRoute).map((route) => [`${route.method} ${route.path}`, route]));

/** The parameters of a route's query. */
function namesOf(key: string): string[] {
  const query = ROUTES.get(key)?.query;
  return query && 'shape' in query ? Object.keys(query.shape as object) : [];
}

/** Every GET route of the router: the authorization table has exactly those. */
const GET_ROUTES = Object.keys(routeRows).filter((key) => key.startsWith('GET '));

/** Parameters of GET routes for which nothing is asked. */
export function missingParameters(): string[] {
  return GET_ROUTES.flatMap((key) =>
    namesOf(key)
      .filter((name) => !QUERY[name] && !BOX.includes(name))
      .map((name) => `${key} ${name}`),
  );
}

/** What is asked of each GET route: the same in both worlds of a pair, around what differs between them. */
export function planRequests(world: World): Map<string, string[]> {
  return new Map([
    ...listDocuments(world),
    ...GET_ROUTES.map((key): [string, string[]] => {
      const path = key.slice('GET '.length);
      const places = placesOf(path, world);
      return [key, [...places, ...places.slice(0, 40).flatMap((place) => filtersOf(key, place, world))]];
    }),
  ]);
}

/** What is no route of the API: the documents of public pages with their previews, and what search engines read. */
function listDocuments(world: World): [string, string[]][] {
  const ids = idsOf(world);
  const pages = [
    ...ids.map((id) => `/observations/${id}`),
    ...taxonIds(world).map((id) => `/species/${id}`),
    ...[...planProjects(world.plan).map(({ id }) => id), UNKNOWN_ID].map((id) => `/projects/${id}`),
    ...[world.anna, world.chen].map(({ user }) => `/profile/${user.id}`),
  ];
  return [
    ['GET documents', pages.flatMap((page) => [page, `${page}?lang=nl`])],
    ['GET previews', pages.map((page) => `${page}/preview.jpg`)],
    [
      'GET sitemaps',
      ['/robots.txt', '/sitemap.xml', ...contract.PAGE_KINDS.map((kind) => `/sitemap-${kind}-1.xml`), '/sitemap-observations-2.xml'],
    ],
  ];
}

/** The addresses of a route without a filter. */
function placesOf(path: string, world: World): string[] {
  const points = pointsOf(world);
  if (path === '/api/map/tiles/:z/:x/:y')
    return [...points.flatMap((point) => TILE_ZOOMS.map((z) => `/api/map/tiles/${tileAt(z, ...point).join('/')}`)), '/api/map/tiles/3/8/0'];
  if (path === '/api/feed') return [path, ...points.flatMap((point) => circlesAt(path, point))];
  if (path === '/api/discover/:country')
    return [
      '/api/discover/NL',
      '/api/discover/BE',
      '/api/discover/none',
      ...points.flatMap((point) => circlesAt('/api/discover/NL', point)),
    ];
  if (path === '/api/map/summary') return points.flatMap(boxesAt);
  if (path === '/api/map/cells/:level/:cell') return [...points.flatMap(cellsAt), '/api/map/cells/2/16'];
  if (path === '/api/species/statuses/:country') return ['/api/species/statuses/NL', '/api/species/statuses/none'];
  if (path === '/api/visitors/pages/:kind/:id')
    return listDocuments(world)[0]![1].flatMap((page) => {
      const [, kind = '', id = ''] = /^\/(\w+)\/([\w-]+)$/.exec(page) ?? [];
      return id ? [`/api/visitors/pages/${kind === 'profile' ? 'people' : kind}/${id}`] : [];
    });
  if (path === '/api/frequencies/:country') return ['/api/frequencies/NL', '/api/frequencies/BE', '/api/frequencies/none'];
  const required = REQUIRED[path] ? `?${REQUIRED[path]}` : '';
  if (path === '/api/community/statistics/:user/:period/:location') return statisticsOf(world);
  // Without visitors, an embed has the records of the owner of its key.
  if (path === '/api/embed/view')
    return contract.EMBED_VIEWS.map((show) => `${path}?key=${EMBED_KEY}&show=${show}&user_id=${world.anna.user.id}`);
  if (path === '/api/community/leaderboards/:board') return contract.BOARDS.map((board) => path.replace(':board', board));
  if (path.startsWith('/api/tile-requests/:id'))
    return [PACK_ID, UNKNOWN_ID].flatMap((id) =>
      contract.TILE_LAYERS.slice(1).map((layer) => path.replace(':id', id).replace(':layer', layer)),
    );
  const name = /:(\w+)/.exec(path)?.[1];
  if (!name) return [path + required];
  if (path.startsWith('/api/journeys/:id'))
    return [...planJourneys(world.plan, world.side).map(({ id }) => id), UNKNOWN_ID, 'not-an-id'].map((id) => path.replace(':id', id));
  if (path.startsWith('/api/places/'))
    return [...planPublicPlaces(world.plan).map(({ id }) => id), UNKNOWN_ID].map((id) => path.replace(`:${name}`, id));
  if (path.startsWith('/api/projects/'))
    return [...planProjects(world.plan).map(({ id }) => id), UNKNOWN_ID].map((id) => path.replace(`:${name}`, id));
  const ids = name === 'taxonId' || /^\/api\/(?:species|taxon)\//.test(path) ? taxonIds(world) : idsOf(world);
  return ids.map((id) => path.replace(`:${name}`, id).replace(':size', '512').replace(':layer', 'records'));
}

/** The figures of a person, in each period and in each place. */
function statisticsOf({ anna, chen }: World): string[] {
  return [anna.user.id, chen.user.id, UNKNOWN_ID].flatMap((id) =>
    [...contract.PERIODS, 'never'].flatMap((period) =>
      ['worldwide', 'NL', 'DE', 'nowhere'].map((place) => `/api/community/statistics/${id}/${period}/${place}`),
    ),
  );
}

/** An address with each value of each parameter. */
function filtersOf(key: string, place: string, world: World): string[] {
  return namesOf(key)
    .filter((name) => QUERY[name])
    .flatMap((name) => QUERY[name]!(world).map((value) => withQuery(place, name, value)));
}

/** Adds a filter to an address, at random one of those that its route has. */
export function withAnother(key: string, path: string, world: World, random: () => number): string {
  const names = namesOf(key).filter((name) => QUERY[name] && !path.includes(`${name}=`));
  const name = names[Math.floor(random() * names.length)];
  if (!name) return path;
  const values = QUERY[name]!(world);
  return withQuery(path, name, values[Math.floor(random() * values.length)]!);
}

export function withQuery(path: string, name: string, value: string | number): string {
  const kept = path.replace(new RegExp(`([?&])${name}=[^&]*`), '$1').replace(/[?&]$/, '');
  return `${kept}${kept.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

/** The true points of both worlds, and the centres of their cells. */
function pointsOf({ plan }: World): Point[] {
  return [...plan.records, ...plan.gone].flatMap(({ secrets }) =>
    secrets.flatMap(({ latitude, longitude }): Point[] => {
      const centre = contract.obscuredCell(latitude, longitude);
      return [
        [latitude, longitude],
        [centre.latitude, centre.longitude],
      ];
    }),
  );
}

function boxesAt([latitude, longitude]: Point): string[] {
  return BOX_HALVES.map((half) => {
    const [west, east] = [wrapWest(longitude - half), wrapWest(longitude + half)];
    return `/api/map/summary?west=${west}&east=${east}&south=${latitude - half}&north=${latitude + half}&content=1`;
  });
}

function circlesAt(path: string, [latitude, longitude]: Point): string[] {
  return [1, 5, 100].map((radius) => `${path}?latitude=${latitude}&longitude=${longitude}&radius_km=${radius}`);
}

function cellsAt([latitude, longitude]: Point): string[] {
  const key = contract.mapKey(latitude, longitude);
  return [
    ...CELL_LEVELS.map((level) => `/api/map/cells/${level}/${Math.floor(key / 4 ** (26 - level))}`),
    `/api/map/cells/26/${key}?obscured=1`,
  ];
}

const taxonIds = ({ plan }: World) => [...new Set(plan.records.map(({ taxon_id }) => String(taxon_id))), '1', 'none'];

/** Ids of records, people, photos and an embed, of which most are not of the kind that a route expects. */
function idsOf({ plan, openIds, photos, embedId, anna, chen }: World): string[] {
  const records = [...plan.records, ...plan.gone].map(({ id }) => id);
  return [...records, ...openIds, ...photos.map(({ id }) => id), anna.user.id, chen.user.id, embedId, UNKNOWN_ID, 'not-an-id'];
}
