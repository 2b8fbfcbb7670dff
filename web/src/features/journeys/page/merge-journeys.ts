import { JOURNEY_LIMITS, JOURNEY_SHARING, type JourneyContent, type TrackPoint } from '@veld/contract';
import { NO_EFFORT } from '../../../local/records/journeys/journeys';
import { pickContent } from '../../../local/records/journeys/merge';
import { renumbered } from './renumbered';

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
