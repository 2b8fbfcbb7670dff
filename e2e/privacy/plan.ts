import { obscuredCell, type ObscuringGrid, type ProjectArea } from '@veld/contract';
import type { Position, Rings } from '@veld/geometry';
import { seedRandom } from '../../bench/report.ts';
import { TAXA } from '../../server/src/testing/records.ts';

/** What only the owner of a record may know, and what others must not be able to find out. */
export interface Secret {
  latitude: number;
  longitude: number;
  /** Of May 2026. */
  day: number;
  time: string;
  zone: string;
  uncertainty_m: number | null;
  notes: string;
  journey_id: string;
  source: 'gps' | 'map';
  wet: boolean;
  /** How many times it is saved again, each time with another place and note. */
  edits: number;
  /** How many hours ago it was first saved. */
  hours: number;
}

export interface HiddenRecord {
  id: string;
  /** What the owner wishes; an open one is of `SENSITIVE`, so that a rule hides it. */
  geoprivacy: 'open' | 'obscured' | 'private';
  taxon_id: number;
  /** The photo of the base world that it shows; null without one. */
  photo: number | null;
  notes: string;
  /** The id of somebody’s identification of it. */
  identification: string;
  /** Its secrets in each of the two worlds. */
  secrets: readonly [Secret, Secret];
}

type Point = readonly [latitude: number, longitude: number];

/** A pair of worlds that look the same to everyone but the owner of the hidden records. */
export interface Plan {
  seed: number;
  /** Whether visitors without an account may look around. */
  isOpen: boolean;
  records: readonly HiddenRecord[];
  /** Records that exist in one world only, and are deleted before anybody looks. */
  gone: readonly HiddenRecord[];
  /** An obscured record on the way of a shared journey, which one world saves before anybody looks, the other later on the same day. */
  late: HiddenRecord;
  /** Where a home of the owner lies, in each of the two worlds: in one cell, around which tracks are cut. */
  homes: readonly [Point, Point];
  /** The order in which each world saves them. */
  orders: readonly [readonly number[], readonly number[]];
}

/** In a cell with three countries, inland, at sea, near the antimeridian, and far north. */
const PLACES = [
  [50.7701, 6.0151],
  [52.0908, 5.1222],
  [54.2, 4.1],
  [-17.5, 179.98],
  [78.2, 15.6],
] as const;
/** Photos in the base world. */
export const PHOTOS = 2;
/** A taxon with a rule that hides the places of its records, which their owner does not. */
export const SENSITIVE = { id: 900_050, scientific_name: 'Bubo examplis', grid_km: 20 } as const;
const RECORDS = 6;
const GONE = 2;

/** The first journey of `planJourneys`, which is shared, and the one that is not. Both are complete for birds. */
export const FIRST_SHARED = '00000000-00a0-4000-8000-000000000000';
export const UNSHARED = '00000000-00b0-4000-8000-000000000000';

/** The pair of worlds of a seed. */
export function drawPlan(seed: number): Plan {
  const random = seedRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const within = (from: number, to: number) => from + (0.02 + 0.96 * random()) * (to - from);
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const secretIn = (latitude: number, longitude: number, grid: ObscuringGrid): Secret => {
    const { south, north, west, east } = obscuredCell(latitude, longitude, grid);
    return {
      latitude: within(south, north),
      longitude: within(west, east),
      day: 1 + Math.floor(random() * 30),
      time: pick(['00:05', '12:00', '23:55']),
      zone: pick(['Europe/Amsterdam', 'Asia/Tokyo', 'America/Lima']),
      uncertainty_m: pick([null, 3, 4000]),
      notes: `seen at ${random()}`,
      journey_id: random() < 0.5 ? uuid() : FIRST_SHARED,
      source: pick(['gps', 'map']),
      wet: random() < 0.5,
      edits: Math.floor(random() * 3),
      hours: Math.floor(random() * 40),
    };
  };
  const anywhere = () => [random() * 160 - 80, random() * 359 - 179.5] as const;
  const record = (photo: number | null, geoprivacy: HiddenRecord['geoprivacy'] = pick(['open', 'obscured', 'private'])): HiddenRecord => {
    const near = random() < 0.8 ? pick(PLACES) : anywhere();
    const grid = geoprivacy === 'open' ? SENSITIVE.grid_km : 10;
    // Of a private record, others must not know the place at all.
    const places = [near, geoprivacy === 'private' ? anywhere() : near] as const;
    return {
      id: uuid(),
      geoprivacy,
      taxon_id: geoprivacy === 'open' ? SENSITIVE.id : pick([TAXA.kingfisher.id, TAXA.heron.id, TAXA.moss.id]),
      photo,
      notes: `note ${Math.floor(random() * 1e6)}`,
      identification: uuid(),
      secrets: [secretIn(...places[0], grid), secretIn(...places[1], grid)],
    };
  };
  const order = () => Array.from({ length: RECORDS }, (_, at) => ({ at, key: random() })).toSorted((a, b) => a.key - b.key);
  const records = Array.from({ length: RECORDS }, (_, at) => record(at < PHOTOS ? at : null, at === PHOTOS ? 'open' : undefined));
  const gone = Array.from({ length: GONE }, () => record(null));
  const late = record(null, 'obscured');
  // Also in the corners of the cell, close to others.
  const [homeLatitude, homeLongitude] = pick(PLACES);
  const cell = obscuredCell(homeLatitude, homeLongitude);
  const homeIn = (): Point => [
    cell.south + pick([0.0005, 0.5, 0.9995]) * (cell.north - cell.south),
    cell.west + pick([0.0005, 0.5, 0.9995]) * (cell.east - cell.west),
  ];
  const homes = [homeIn(), homeIn()] as const;
  const orders = [order(), order()].map((places) => places.map(({ at }) => at)) as [number[], number[]];
  return { seed, isOpen: seed % 2 === 1, records, gone, late, homes, orders };
}

/** The days of projects: those of the month of the hidden records, two that separate them by their day, and two by their time of day. */
const PERIODS: readonly Pick<PlannedProject, 'days' | 'hours'>[] = [
  { days: ['2026-05-01', '2026-05-31'], hours: [null, null] },
  { days: ['2026-05-01', '2026-05-15'], hours: [null, null] },
  { days: ['2026-05-16', '2026-06-30'], hours: [null, null] },
  { days: ['2026-05-01', '2026-05-31'], hours: [null, '18:00'] },
  { days: ['2026-04-30', '2026-06-01'], hours: ['12:00', '12:00'] },
];

export interface PlannedProject {
  id: string;
  area: ProjectArea;
  days: readonly [string, string];
  hours: readonly [string | null, string | null];
}

/** Projects in the world, in countries, in the cells of the hidden records, and close around their places in either world. */
export function planProjects({ records }: Pick<Plan, 'records'>): PlannedProject[] {
  const boxes = records.flatMap(({ secrets }) =>
    secrets.flatMap(({ latitude, longitude }) => {
      const { west, south, east, north } = obscuredCell(latitude, longitude);
      const close = [longitude - 0.002, latitude - 0.002, longitude + 0.002, latitude + 0.002] as const;
      const cell = [west - 0.01, south - 0.01, east + 0.01, north + 0.01] as const;
      return [close, cell].map(polygonOf);
    }),
  );
  const areas: ProjectArea[] = [{ type: 'worldwide' }, { type: 'countries', countries: ['NL', 'DE'] }, ...boxes];
  return areas.flatMap((area, at) =>
    (at === 0 ? PERIODS : PERIODS.slice(0, 1)).map((period, number) => ({
      id: `${String(at).padStart(8, '0')}-000${number}-4000-8000-000000000000`,
      area,
      ...period,
    })),
  );
}

export interface PlannedPlace {
  id: string;
  polygons: Rings[];
}

/** Public places: the cells of the hidden records, and areas close around their true places in either world. */
export function planPublicPlaces(plan: Pick<Plan, 'records'>): PlannedPlace[] {
  return planProjects(plan).flatMap(({ area }, at) =>
    area.type === 'polygon'
      ? [{ id: `${String(at).padStart(8, '0')}-00c0-4000-8000-000000000000`, polygons: [area.geometry.coordinates as Position[][]] }]
      : [],
  );
}

export interface PlannedJourney {
  id: string;
  sharing: 'none' | 'cells' | 'full';
  /** Latitude and longitude. */
  places: readonly (readonly [number, number])[];
}

/**
 * Shared journeys through the cells of the obscured records, the late one included, and of the home, the same in both worlds, and one to
 * the true places of a world, which one world shares and takes back on the same day. Private records are anywhere, so that no cut may
 * follow them.
 */
export function planJourneys({ records, late, homes }: Pick<Plan, 'records' | 'late' | 'homes'>, side: 0 | 1): PlannedJourney[] {
  const hidden = [late, ...records].filter(({ geoprivacy }) => geoprivacy === 'obscured');
  const through = [...hidden.map(({ secrets: [{ latitude, longitude }] }): Point => [latitude, longitude]), homes[0]].map(
    ([latitude, longitude]) => {
      const { south, north, west, east } = obscuredCell(latitude, longitude);
      return Array.from({ length: 60 }, (_, at): [number, number] => [
        (south + north) / 2,
        Math.max(-180, Math.min(180, west - 0.1 + (at / 59) * (east - west + 0.2))),
      ]);
    },
  );
  const shared = through.flatMap((places, at) =>
    // Each takes a moment to compute, so most are shared in one way.
    (at === 0 ? (['cells', 'full'] as const) : [(['full', 'cells'] as const)[at % 2]!]).map((sharing, number) => ({
      id: `${String(at).padStart(8, '0')}-00a${number}-4000-8000-000000000000`,
      sharing,
      places,
    })),
  );
  const secret = records.map(({ secrets }): [number, number] => [secrets[side].latitude, secrets[side].longitude]);
  return [...shared, { id: UNSHARED, sharing: 'none', places: secret }];
}

function polygonOf([west, south, east, north]: readonly [number, number, number, number]): ProjectArea {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'polygon', geometry: { type: 'Polygon', coordinates: [ring] } };
}
