import { JOURNEY_LIMITS, JOURNEY_SHARING, type JourneyContent, type TrackPoint } from '@veld/contract';
import { NO_EFFORT } from '../../../local/records/journeys/journeys';
import { pickContent } from '../../../local/records/journeys/merge';

/** A journey with those of its points that count. */
export interface Counting {
  journey: JourneyContent;
  points: readonly TrackPoint[];
}

/** Two journeys as one, the earlier first. Between them is a gap. Nobody gets to see more than before. */
export function mergeJourneys(some: Counting, others: Counting): { journey: JourneyContent; points: TrackPoint[] } {
  const isInOrder = Date.parse(some.journey.started_at) <= Date.parse(others.journey.started_at);
  const [one, other] = isInOrder ? [some, others] : [others, some];
  const [a, b] = [pickContent(one.journey), pickContent(other.journey)];
  return {
    journey: {
      ...a,
      target_groups: union(a.target_groups, b.target_groups),
      target_taxon_ids: union(a.target_taxon_ids, b.target_taxon_ids).slice(0, JOURNEY_LIMITS.taxa),
      complete_groups: completeInBoth(a.complete_groups, b.complete_groups),
      companions: companionsOfBoth(a.companions, b.companions),
      planned_duration_s: null,
      ended_at: laterOf(a.ended_at, b.ended_at),
      effort: NO_EFFORT,
      weather: a.weather ?? b.weather ?? null,
      sharing: JOURNEY_SHARING[Math.min(JOURNEY_SHARING.indexOf(a.sharing), JOURNEY_SHARING.indexOf(b.sharing))]!,
      notes: [a.notes, b.notes].filter(Boolean).join('\n\n').slice(0, JOURNEY_LIMITS.notes),
      trim: null,
    },
    points: renumbered(one.points, other.points),
  };
}

function union<T>(some: readonly T[], others: readonly T[]): T[] {
  return [...new Set([...some, ...others])];
}

type Complete = JourneyContent['complete_groups'];

/** A group is complete if both journeys answered so; an answer for a half says nothing about the whole. */
function completeInBoth(some: Complete, others: Complete): Complete {
  const all = (groups: Complete) => new Map(groups.map(({ group, is_complete }) => [group, is_complete]));
  const [one, other] = [all(some), all(others)];
  return union([...one.keys()], [...other.keys()]).map((group) => ({
    group,
    is_complete: one.get(group) === true && other.get(group) === true,
  }));
}

type Companions = JourneyContent['companions'];

function companionsOfBoth(some: Companions, others: Companions): Companions {
  const byKey = new Map([...some, ...others].map((one) => [one.user_id ?? one.name.toLowerCase(), one]));
  return [...byKey.values()].slice(0, JOURNEY_LIMITS.companions);
}

function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) > Date.parse(other) ? one : other;
}

/** Points numbered from the beginning, with the segments of each list after those of the list before. */
export function renumbered(...lists: readonly (readonly TrackPoint[])[]): TrackPoint[] {
  const points: TrackPoint[] = [];
  for (const list of lists) {
    let [segment, before] = [points.at(-1)?.segment ?? -1, -1];
    for (const point of list) {
      if (point.segment !== before) segment++;
      before = point.segment;
      points.push({ ...point, seq: points.length, segment });
    }
  }
  return points;
}

interface Halves {
  first: JourneyContent;
  /** Becomes a journey of its own, with these points. */
  second: JourneyContent;
  points: TrackPoint[];
}

/**
 * A journey in two, of which the second begins with the point `seq`. The first keeps all its points and is trimmed. Null if one would have
 * no point. `counting`: its points without those that are trimmed away.
 */
export function splitJourney(journey: JourneyContent, counting: readonly TrackPoint[], seq: number, name: string): Halves | null {
  const at = counting.findIndex((point) => point.seq >= seq);
  if (at <= 0) return null;
  const [before, after] = [counting.slice(0, at), counting.slice(at)];
  const content = { ...pickContent(journey), effort: { ...NO_EFFORT, observers: journey.effort.observers } };
  return {
    first: {
      ...content,
      ended_at: timeIso(journey, counting, at - 1),
      trim: { from_seq: before[0]!.seq, to_seq: before.at(-1)!.seq },
    },
    second: { ...content, name, started_at: timeIso(journey, counting, at), trim: null, planned_duration_s: null },
    points: renumbered(after),
  };
}

/** The time of a point; without one, as if the points were at equal times. */
function timeIso({ started_at, ended_at }: JourneyContent, points: readonly TrackPoint[], at: number): string {
  const [from, to] = [Date.parse(started_at), Date.parse(ended_at ?? started_at)];
  const between = from + ((to - from) * at) / Math.max(1, points.length - 1);
  return new Date(points[at]!.t ?? Math.round(between)).toISOString();
}
