import { type JourneyContent, trackFigures, type TrackPoint } from '@veld/contract';

/** The effort of a journey: what the person corrected, else what the track shows. Unknown values are null. */
export interface Effort {
  duration_s: number | null;
  moving_s: number | null;
  distance_m: number | null;
  /** While moving. */
  speed_mps: number | null;
  ascent_m: number | null;
  descent_m: number | null;
  area_ha: number | null;
  /** The person included. */
  observers: number;
  isCorrected: { duration: boolean; distance: boolean };
}

type Facts = Pick<JourneyContent, 'effort' | 'companions' | 'started_at' | 'ended_at'> & { paused_ms?: number };

/** Minutes are rounded. */
const SAME_S = 30;

/** `pieces`: the parts of the track that count. */
export function measureEffort(
  { effort, companions, started_at, ended_at, paused_ms = 0 }: Facts,
  pieces: readonly (readonly TrackPoint[])[],
): Effort {
  const track = trackFigures(pieces);
  const elapsed = ended_at === null ? null : Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000));
  // Without the pauses, which is stored with the journey although nobody changed it.
  const active = elapsed === null ? null : Math.round(elapsed - paused_ms / 1000);
  const isMeasured = (seconds: number) =>
    [track.duration_s, elapsed, active].some((one) => one !== null && Math.abs(one - seconds) <= SAME_S);
  const hasLine = pieces.some(({ length }) => length > 1);
  const distance_m = effort.distance_m ?? (hasLine ? track.distance_m : null);
  return {
    duration_s: effort.duration_s ?? (track.duration_s || elapsed),
    moving_s: hasLine ? track.moving_s : null,
    distance_m,
    speed_mps: hasLine && track.moving_s ? track.distance_m / track.moving_s : null,
    ascent_m: track.ascent_m,
    descent_m: track.descent_m,
    area_ha: effort.area_ha,
    observers: effort.observers ?? companions.length + 1,
    isCorrected: { duration: effort.duration_s !== null && !isMeasured(effort.duration_s), distance: effort.distance_m !== null },
  };
}
