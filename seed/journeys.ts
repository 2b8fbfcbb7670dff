import {
  resolveInstant,
  type JourneyWrite,
  listJourneyChanges,
  MAX_CHUNK_POINTS,
  putJourney,
  putJourneyPoints,
  type TrackPoint,
} from '@veld/contract';
import { call } from './api.ts';
import type { PersonKey } from './people.ts';
import type { PlannedRecord } from './plan.ts';
import { type Random, seededRandom, deriveUuid } from './random.ts';

/** Seconds between two points, minutes before the first and after the last record, and after how many minutes in one place people pause. */
const STEP_S = 15;
const BEFORE_MIN = 12;
const AFTER_MIN = 18;
const PAUSE_MIN = 22;
const MINUTE_MS = 60_000;

interface Stop {
  t: number;
  latitude: number;
  longitude: number;
}

/** The journeys on which records were made, with their tracks. Existing ones stay. */
export async function addJourneys(url: string, records: readonly PlannedRecord[], tokens: Record<PersonKey, string>): Promise<number> {
  const onJourney = records.filter(({ body }) => body.journey_id && body.observed_time);
  const known = new Set<string>();
  for (const key of new Set(onJourney.map(({ person }) => person.key))) for (const id of await journeysOf(url, tokens[key])) known.add(id);
  let made = 0;
  for (const [id, found] of Map.groupBy(onJourney, ({ body }) => body.journey_id!)) {
    if (known.has(id)) continue;
    const token = tokens[found[0]!.person.key];
    const random = seededRandom(`journey ${id}`);
    const stops = found.map(stopOf).toSorted((one, other) => one.t - other.t);
    const points = trackThrough(stops, random);
    await call(url, putJourney, { params: { id }, body: bodyOf(found, points, random) }, token);
    for (let from = 0; from < points.length; from += MAX_CHUNK_POINTS)
      await call(url, putJourneyPoints, { params: { id }, body: { points: points.slice(from, from + MAX_CHUNK_POINTS) } }, token);
    made++;
  }
  return made;
}

/** Ids of the existing and deleted journeys of a person. */
async function journeysOf(url: string, token: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await call(url, listJourneyChanges, { query: { limit: 100, ...(cursor ? { cursor } : {}) } }, token);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
    hasMore = page.has_more;
  }
  return ids;
}

function stopOf({ body }: PlannedRecord): Stop {
  const t = resolveInstant(body.observed_on!, body.observed_time!, body.time_zone!).getTime();
  return { t, latitude: body.latitude!, longitude: body.longitude! };
}

function bodyOf(found: readonly PlannedRecord[], points: readonly TrackPoint[], random: Random): JourneyWrite {
  const groups = [...new Set(found.map(({ taxon }) => taxon.group))].slice(0, 3);
  const { body } = found[0]!;
  const at = (point: TrackPoint | undefined) => new Date(point!.t!).toISOString();
  return {
    name: `${random.pick(['Walk', 'Round', 'Morning', 'Survey'])} ${body.observed_on}`,
    protocol: random.pick(['travelling', 'travelling', 'casual', 'area', 'transect']),
    target_groups: groups,
    target_taxon_ids: [],
    complete_groups: groups.slice(0, 1).map((group) => ({ group, is_complete: random.maybe(0.7) })),
    companions: random.maybe(0.3) ? [{ user_id: null, name: 'Ben' }] : [],
    planned_duration_s: null,
    started_at: at(points[0]),
    ended_at: at(points.at(-1)),
    time_zone: body.time_zone!,
    location_id: null,
    effort: { duration_s: null, distance_m: null, area_ha: null, observers: null },
    sharing: random.pick(['none', 'none', 'cells', 'full']),
    notes: '',
    trim: null,
    write_id: deriveUuid(`journey ${found[0]!.id}`),
  };
}

/** A way past all stops on winding paths, over hills, with a pause where people stay long. */
function trackThrough(stops: readonly Stop[], random: Random): TrackPoint[] {
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const away = () => random.between(-0.004, 0.004);
  const from = { t: first.t - BEFORE_MIN * MINUTE_MS, latitude: first.latitude + away(), longitude: first.longitude + away() };
  const to = { t: last.t + AFTER_MIN * MINUTE_MS, latitude: from.latitude + away() / 8, longitude: from.longitude + away() / 8 };
  const way = [from, ...stops, to];
  const points: TrackPoint[] = [];
  let segment = 0;
  for (const [at, end] of way.slice(1).entries()) {
    const start = way[at]!;
    const isPaused = end.t - start.t > PAUSE_MIN * MINUTE_MS;
    // After a pause, people are at the next stop.
    const steps = Math.floor(Math.min(end.t - start.t, (PAUSE_MIN * MINUTE_MS) / 2) / (STEP_S * 1000));
    const bend = random.between(-0.0012, 0.0012);
    for (let step = 0; step < steps; step++) {
      const part = step / steps;
      const swing = bend * Math.sin(part * Math.PI) + 0.00006 * Math.sin(step * 0.9);
      points.push({
        seq: points.length,
        segment,
        t: start.t + step * STEP_S * 1000,
        latitude: Number((start.latitude + part * (end.latitude - start.latitude) + swing).toFixed(6)),
        longitude: Number((start.longitude + part * (end.longitude - start.longitude) - swing).toFixed(6)),
        elevation_m: Math.round(20 + 14 * Math.sin(points.length / 60) + 5 * Math.sin(points.length / 17)),
        accuracy_m: random.pick([4, 5, 6, 9]),
        speed_mps: null,
        source: 'gps',
      });
    }
    if (isPaused) segment++;
  }
  return points;
}
