import { metresBetween } from '../geometry/metres-between.ts';
import type { TrackPoint } from './points.ts';

/** Points that are less accurate are kept, but neither drawn nor measured. */
export const MAX_LINE_ACCURACY_M = 50;
/** Nobody observes from faster vehicles; a speed that the receiver reports is trusted all the same. */
const MAX_SPEED_MPS = 100;
/** After this long without a point, the track is unknown, and no line is drawn. */
export const MAX_SILENCE_MS = 180_000;
/** This many points in a row that agree with each other, and not with the one before, show that the one before was wrong. */
const AGREEING = 3;
/** Slower is standing still. */
const MOVING_MPS = 0.3;
/** Heights vary by this much without any climb. */
const CLIMB_M = 8;

/**
 * The parts of a track that a line can be drawn through: without outliers, and apart at each pause, at each longer silence and where
 * points could not be stored. Points in the order of `seq`.
 */
export function trackPieces(points: readonly TrackPoint[]): TrackPoint[][] {
  return split(points).flatMap((piece) => {
    const kept = withoutOutliers(piece);
    return kept.length > 0 ? [kept] : [];
  });
}

/** The points that a trim leaves. */
export function trimmed(points: readonly TrackPoint[], trim: { from_seq: number; to_seq: number } | null): readonly TrackPoint[] {
  return trim ? points.filter(({ seq }) => seq >= trim.from_seq && seq <= trim.to_seq) : points;
}

/** What may be wrong, judged from its own accuracy and its neighbours. Raw points stay stored. */
export function withoutOutliers(points: readonly TrackPoint[]): TrackPoint[] {
  const kept: TrackPoint[] = [];
  /** The latest points, which agree with each other, and not with the last that was kept. */
  let doubtful: TrackPoint[] = [];
  for (const point of points) {
    if ((point.accuracy_m ?? 0) > MAX_LINE_ACCURACY_M) continue;
    const last = kept.at(-1);
    if (!last || isReachable(last, point)) {
      kept.push(point);
      doubtful = [];
      continue;
    }
    if (doubtful.length > 0 && !isReachable(doubtful.at(-1)!, point)) doubtful = [];
    doubtful.push(point);
    if (doubtful.length < AGREEING) continue;
    // Only a single point is given up; after more of them, the person was carried faster than expected.
    if (kept.length === 1 || !isReachable(kept.at(-2)!, last)) kept.pop();
    kept.push(...doubtful);
    doubtful = [];
  }
  return kept;
}

function isReachable(from: TrackPoint, to: TrackPoint): boolean {
  if (from.t === null || to.t === null) return true;
  const speed = Math.max(MAX_SPEED_MPS, 1.5 * Math.max(from.speed_mps ?? 0, to.speed_mps ?? 0));
  const doubt = (from.accuracy_m ?? 0) + (to.accuracy_m ?? 0);
  return metresBetween(from, to) <= doubt + (speed * Math.abs(to.t - from.t)) / 1000;
}

/** Gaps count between all points, because outliers show that the receiver was on. */
function split(points: readonly TrackPoint[]): TrackPoint[][] {
  const pieces: TrackPoint[][] = [];
  let last: TrackPoint | null = null;
  for (const point of points) {
    if (last === null || isGap(last, point)) pieces.push([]);
    pieces.at(-1)!.push(point);
    last = point;
  }
  return pieces;
}

/** Whether it is unknown how the person got from one point to the next. */
export function isGap(from: TrackPoint, to: TrackPoint): boolean {
  if (from.segment !== to.segment) return true;
  if (from.t !== null && to.t !== null) return to.t - from.t > MAX_SILENCE_MS;
  return false;
}

export interface TrackFigures {
  /** Of the pieces, without pauses and gaps, in seconds; null if points have no times. */
  duration_s: number | null;
  /** Of that, while moving. */
  moving_s: number | null;
  distance_m: number;
  /** Null if no point has a height. */
  ascent_m: number | null;
  descent_m: number | null;
}

/** The effort that a track shows. */
export function trackFigures(pieces: readonly (readonly TrackPoint[])[]): TrackFigures {
  let [duration, moving, distance] = [0, 0, 0];
  let [hasTimes, isEmpty] = [true, true];
  for (const piece of pieces) {
    for (const [at, point] of piece.entries()) {
      isEmpty = false;
      const before = piece[at - 1];
      if (!before) continue;
      const metres = metresBetween(before, point);
      distance += metres;
      if (before.t === null || point.t === null) {
        hasTimes = false;
        continue;
      }
      const seconds = Math.max(0, point.t - before.t) / 1000;
      duration += seconds;
      if (seconds > 0 && metres / seconds >= MOVING_MPS) moving += seconds;
    }
  }
  const times =
    hasTimes && !isEmpty ? { duration_s: Math.round(duration), moving_s: Math.round(moving) } : { duration_s: null, moving_s: null };
  return { ...times, distance_m: distance, ...climbs(pieces) };
}

/** Ascent and descent, of heights that are steady within `CLIMB_M`. */
function climbs(pieces: readonly (readonly TrackPoint[])[]): Pick<TrackFigures, 'ascent_m' | 'descent_m'> {
  let [ascent, descent, hasHeights] = [0, 0, false];
  for (const piece of pieces) {
    let level: number | null = null;
    for (const { elevation_m: height } of piece) {
      if (height === null) continue;
      hasHeights = true;
      level ??= height;
      if (Math.abs(height - level) < CLIMB_M) continue;
      if (height > level) ascent += height - level;
      else descent += level - height;
      level = height;
    }
  }
  return hasHeights ? { ascent_m: Math.round(ascent), descent_m: Math.round(descent) } : { ascent_m: null, descent_m: null };
}
