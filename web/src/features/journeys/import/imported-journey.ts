import type { JourneyContent, TrackPoint } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { NO_EFFORT } from '../../../local/records/journeys/journeys';
import type { FileTrack } from '../formats/track-file';
import { timeSpan, trackPoints } from '../formats/track-points';

/** When a track was recorded, in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/** A track of a file as a journey that nobody else sees. `span`: for a track without times; its points stay without. */
export function importedJourney(
  track: FileTrack,
  { name, zone, span }: { name: string; zone: string; span: Span | null },
): { content: JourneyContent; points: TrackPoint[] } {
  const points = trackPoints(track);
  const { from, to } = timeSpan(points) ?? span ?? { from: 0, to: 0 };
  return {
    points,
    content: {
      name,
      protocol: 'casual',
      target_groups: [],
      target_taxon_ids: [],
      complete_groups: [],
      companions: [],
      planned_duration_s: null,
      started_at: new Date(from).toISOString(),
      ended_at: new Date(to).toISOString(),
      time_zone: zone,
      location_id: null,
      effort: NO_EFFORT,
      sharing: 'none',
      notes: track.notes,
      trim: null,
    },
  };
}

/** Two tracks that begin within this distance and time are the same. */
const SAME_M = 10;
const SAME_MS = 1000;

/** Whether a journey is of the same track, such as one that was imported before. `first`: the first point of the journey. */
export function isSameTrack(
  imported: { content: JourneyContent; points: readonly TrackPoint[] },
  journey: Pick<JourneyContent, 'started_at' | 'ended_at'>,
  first: TrackPoint | undefined,
): boolean {
  const near = (one: string | null, other: string | null) => Math.abs(Date.parse(one ?? '') - Date.parse(other ?? '')) <= SAME_MS;
  if (!near(imported.content.started_at, journey.started_at) || !near(imported.content.ended_at, journey.ended_at)) return false;
  const begin = imported.points[0];
  return begin !== undefined && first !== undefined && metresBetween(begin, first) <= SAME_M;
}
