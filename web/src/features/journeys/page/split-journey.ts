import type { JourneyContent, TrackPoint } from '@veld/contract';
import { NO_EFFORT } from '../../../local/records/journeys/journeys';
import { pickContent } from '../../../local/records/journeys/merge';
import { renumbered } from './renumbered';

export interface Halves {
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
