import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addMapFile,
  addDays,
  type CallInput,
  getTaxonomy,
  type JourneyWrite,
  listJourneyChanges,
  listMaps,
  login,
  pathFor,
  patchPreferences,
  putJourney,
  putJourneyPoints,
  putMapFilePart,
  putObservation,
  register,
  resolveInstant,
  type TaxonomyPage,
  todayIn,
  type TrackPoint,
} from '@veld/contract';
import { call, RequestFailed } from './api.ts';
import { PASSWORD } from './people.ts';
import { deriveUuid, seededRandom } from './random.ts';

/** Cut from OpenStreetMap with `npm run map` (docs/maps.md). */
const MAP = { file: 'liechtenstein.pmtiles', name: 'Liechtenstein' };
const ZONE = 'Europe/Vaduz';

export const WALKER = { name: 'Ladina Frick', email: 'ladina@example.org', country: 'LI', language: 'de' } as const;

/** Farm tracks around the wet meadows of the Ruggeller Riet, as OpenStreetMap has them: latitude and longitude. */
const WAY: readonly (readonly [latitude: number, longitude: number])[] = [
  [47.2597, 9.53554],
  [47.25928, 9.53545],
  [47.25861, 9.53519],
  [47.25798, 9.53489],
  [47.25655, 9.53452],
  [47.25532, 9.53422],
  [47.25474, 9.53407],
  [47.25409, 9.5339],
  [47.2537, 9.53374],
  [47.25335, 9.53333],
  [47.25314, 9.53296],
  [47.25364, 9.53208],
  [47.2546, 9.53039],
  [47.25521, 9.52931],
  [47.25752, 9.53053],
  [47.25924, 9.53143],
  [47.26059, 9.53215],
  [47.26176, 9.5328],
  [47.26255, 9.53331],
  [47.26344, 9.53426],
  [47.26398, 9.53483],
  [47.26438, 9.53534],
  [47.26436, 9.53552],
  [47.26423, 9.53628],
];

interface Sighting {
  scientificName: string;
  /** The point of the way beside which it was. */
  at: number;
  count: number;
  note?: string;
}

const SIGHTINGS: readonly Sighting[] = [
  { scientificName: 'Motacilla flava', at: 1, count: 2, note: 'Auf dem Weidezaun.' },
  { scientificName: 'Ciconia ciconia', at: 3, count: 4, note: 'Auf der frisch gemähten Wiese.' },
  { scientificName: 'Saxicola rubicola', at: 5, count: 1, note: 'Singt auf einer Staude neben dem Weg.' },
  { scientificName: 'Cuculus canorus', at: 7, count: 1, note: 'Nur gehört, drüben im Auwald.' },
  { scientificName: 'Iris pseudacorus', at: 9, count: 12, note: 'Im Graben, in voller Blüte.' },
  { scientificName: 'Acrocephalus scirpaceus', at: 11, count: 3 },
  { scientificName: 'Coenagrion puella', at: 12, count: 8, note: 'Am Graben, auch Paarungsräder.' },
  { scientificName: 'Emberiza schoeniclus', at: 14, count: 2 },
  { scientificName: 'Vanellus vanellus', at: 16, count: 5, note: 'Zwei mit Jungen.' },
  { scientificName: 'Capreolus capreolus', at: 19, count: 1, note: 'Schaute kurz auf.' },
];

const START = '06:40';
/** Walking, with a look through the binoculars now and then. */
const METRES_PER_SECOND = 0.75;
const STOP_S = 150;
const POINT_S = 12;

/**
 * Adds an outdoor map of Liechtenstein to a running server, and a person who walked there one morning in May. Does not change what is there
 * already. Without an admin's token there is only the person, because others may not add maps.
 */
export async function addWalkingArea(url: string, adminToken: string, now = new Date()): Promise<void> {
  await addMap(url, adminToken);
  const { token, isNew } = await logInOrRegister(url);
  if (isNew) await call(url, patchPreferences, { body: { language: WALKER.language } }, token);
  const known = await call(url, listJourneyChanges, { query: { limit: 100 } }, token);
  if (known.data.length > 0) return;
  const page = (await call(url, getTaxonomy, { query: { page: 1, languages: 'sci', country_code: 'DE' } })) as TaxonomyPage;
  const taxa = new Map(page.data.map((row) => [row.names.sci, row]));
  const walk = planWalk(lastMay(now));
  const id = deriveUuid('walk in the Ruggeller Riet');
  await call(url, putJourney, { params: { id }, body: walk.journey }, token);
  await call(url, putJourneyPoints, { params: { id }, body: { points: walk.points } }, token);
  for (const { sighting, ...seen } of walk.seen) {
    const taxon = taxa.get(sighting.scientificName);
    if (!taxon) throw new Error(`The server lacks ${sighting.scientificName}`);
    const body: CallInput<typeof putObservation>['body'] = {
      taxon_id: taxon.id,
      ...seen,
      count: sighting.count,
      count_type: 'exact',
      notes: sighting.note ?? null,
      geoprivacy: 'open',
      journey_id: id,
      write_id: deriveUuid(`walk ${sighting.scientificName} write`),
    };
    await call(url, putObservation, { params: { id: deriveUuid(`walk ${sighting.scientificName}`) }, body }, token);
  }
}

async function addMap(url: string, token: string): Promise<void> {
  try {
    const { maps } = (await call(url, listMaps, {}, token)).data;
    if (maps.some(({ name }) => name === MAP.name)) return;
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 403) return;
    throw error;
  }
  const bytes = await readFile(new URL(`maps/${MAP.file}`, import.meta.url));
  const sent = await fetch(`${url}${pathFor(putMapFilePart, { file: MAP.file })}?offset=0&length=${bytes.length}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  if (!sent.ok) throw new RequestFailed(`PUT ${putMapFilePart.path}`, sent.status, await sent.text());
  await call(url, addMapFile, { body: { file: MAP.file, name: MAP.name, is_offline: true, is_moved: true } }, token);
  for (;;) {
    const { task, failure } = (await call(url, listMaps, {}, token)).data;
    if (failure) throw new Error(`The map was not added: ${failure.code}`);
    if (!task) return;
    await sleep(200);
  }
}

async function logInOrRegister(url: string): Promise<{ token: string; isNew: boolean }> {
  const { email, name, country, language } = WALKER;
  try {
    const { token } = await call(url, login, { body: { email, password: PASSWORD, device_name: 'Demo world' } });
    return { token, isNew: false };
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.status !== 401) throw error;
  }
  const body = { name, email, password: PASSWORD, country_code: country, language, community_opt_in: true, device_name: 'Demo world' };
  return { token: (await call(url, register, { body })).token, isNew: true };
}

/** The 20th of the last May that is over. */
function lastMay(now: Date): string {
  const today = todayIn(ZONE, now);
  const year = Number(today.slice(0, 4));
  const day = `${year}-05-20`;
  return day < addDays(today, -1) ? day : `${year - 1}-05-20`;
}

interface Walk {
  journey: JourneyWrite;
  points: TrackPoint[];
  seen: {
    sighting: Sighting;
    observed_on: string;
    observed_time: string;
    time_zone: string;
    latitude: number;
    longitude: number;
    coordinate_uncertainty_m: number;
    location_source: 'gps';
  }[];
}

/** A walk along the way at an even pace, which stops where something is seen. */
function planWalk(day: string): Walk {
  const random = seededRandom('walk');
  const start = resolveInstant(day, START, ZONE).getTime();
  const points: TrackPoint[] = [];
  const seen: Walk['seen'] = [];
  const add = (t: number, [latitude, longitude]: readonly [number, number]) =>
    points.push({
      seq: points.length,
      segment: 0,
      t: Math.round(t),
      latitude: Number((latitude + random.between(-0.00001, 0.00001)).toFixed(6)),
      longitude: Number((longitude + random.between(-0.00001, 0.00001)).toFixed(6)),
      elevation_m: 432,
      accuracy_m: random.pick([4, 5, 6, 8]),
      speed_mps: null,
      source: 'gps',
    });
  let t = start;
  for (const [at, place] of WAY.entries()) {
    add(t, place);
    const sighting = SIGHTINGS.find((one) => one.at === at);
    if (sighting) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(t);
      seen.push({
        sighting,
        observed_on: day,
        observed_time: clock,
        time_zone: ZONE,
        latitude: Number((place[0] + random.between(-0.0002, 0.0002)).toFixed(5)),
        longitude: Number((place[1] + random.between(-0.0003, 0.0003)).toFixed(5)),
        coordinate_uncertainty_m: random.pick([4, 6, 8]),
        location_source: 'gps',
      });
      t += STOP_S * 1000;
      add(t, place);
    }
    const next = WAY[at + 1];
    if (!next) break;
    const metres = Math.hypot((next[0] - place[0]) * 111_200, (next[1] - place[1]) * 75_500);
    const steps = Math.max(1, Math.round(metres / METRES_PER_SECOND / POINT_S));
    for (let step = 1; step < steps; step++)
      add(t + step * POINT_S * 1000, [place[0] + (step / steps) * (next[0] - place[0]), place[1] + (step / steps) * (next[1] - place[1])]);
    t += steps * POINT_S * 1000;
  }
  return { journey: journeyBetween(start, t, day), points, seen };
}

function journeyBetween(start: number, end: number, day: string): JourneyWrite {
  return {
    name: 'Ruggeller Riet',
    protocol: 'travelling',
    target_groups: ['bird'],
    target_taxon_ids: [],
    complete_groups: [{ group: 'bird', is_complete: true }],
    companions: [],
    planned_duration_s: null,
    started_at: new Date(start).toISOString(),
    ended_at: new Date(end).toISOString(),
    time_zone: ZONE,
    location_id: null,
    effort: { duration_s: null, distance_m: null, area_ha: null, observers: null },
    sharing: 'full',
    notes: 'Kühl und windstill, Nebel über den Wiesen.',
    trim: null,
    write_id: deriveUuid(`walk in the Ruggeller Riet ${day}`),
  };
}
