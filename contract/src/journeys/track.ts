import { metresBetween } from '@veld/geometry';
import { DistanceMeter } from './distance-meter.ts';
import { LineFilter, type LinePoint } from './line-filter.ts';
import type { TrackPoint } from './points.ts';
import { itemAt } from '../keys.ts';

/** After this long without a point, the track is unknown, and no line is drawn. */
export const MAX_SILENCE_MS = 180_000;
/** Between points without times, a way of more metres is no way that anybody took: the file has several tracks, or waypoints. */
export const MAX_UNTIMED_HOP_M = 5_000;
/** Heights vary by this much without any climb. */
const CLIMB_M = 8;

/**
 * The parts of a track that a line can be drawn through: without outliers, and apart at each pause, at each longer silence, at each jump
 * and where points could not be stored. Points in the order of `seq`.
 */
export function trackPieces(points: readonly TrackPoint[]): TrackPoint[][] {
  const pieces: TrackPoint[][] = [];
  const reader = new PieceReader();
  const take = ({ point, isFirst }: LinePoint) => (isFirst ? pieces.push([point]) : itemAt(pieces, -1).push(point));
  for (const point of points) reader.add(point).forEach(take);
  reader.finish().forEach(take);
  return pieces;
}

/** Finds the pieces of a track while its points come. */
class PieceReader {
  #line = new LineFilter();
  #last: TrackPoint | null = null;

  add(point: TrackPoint): LinePoint[] {
    // Gaps count between all points, because outliers show that GPS was on.
    const isNew = this.#last !== null && isGap(this.#last, point);
    const ended = isNew ? this.finish() : [];
    if (isNew) this.#line = new LineFilter();
    this.#last = point;
    return [...ended, ...this.#line.add(point)];
  }

  /** What would be kept if the track ended here. */
  finish(): LinePoint[] {
    return this.#line.rest();
  }
}

/** Measures the distance of a track while its points come: what `trackFigures` says of its pieces so far. */
export class TrackMeter {
  readonly #reader = new PieceReader();
  #piece = new DistanceMeter();
  #ended_m = 0;

  add(point: TrackPoint): void {
    for (const one of this.#reader.add(point)) this.#take(one);
  }

  distance(): number {
    const rest = this.#reader.finish();
    const piece = this.#piece.copy();
    let [distance, current] = [this.#ended_m, piece];
    for (const { point, isFirst } of rest) {
      if (isFirst) {
        distance += current.measure().distance_m;
        current = new DistanceMeter();
      }
      current.add(point);
    }
    return distance + current.measure().distance_m;
  }

  #take({ point, isFirst }: LinePoint): void {
    if (isFirst) {
      this.#ended_m += this.#piece.measure().distance_m;
      this.#piece = new DistanceMeter();
    }
    this.#piece.add(point);
  }
}

/** The points that a trim leaves. */
export function trimmed(points: readonly TrackPoint[], trim: { from_seq: number; to_seq: number } | null): readonly TrackPoint[] {
  return trim ? points.filter(({ seq }) => seq >= trim.from_seq && seq <= trim.to_seq) : points;
}

/** Whether it is unknown how the person got from one point to the next. */
export function isGap(from: TrackPoint, to: TrackPoint): boolean {
  if (from.segment !== to.segment) return true;
  if (from.t !== null && to.t !== null) return to.t - from.t > MAX_SILENCE_MS;
  return metresBetween(from, to) > MAX_UNTIMED_HOP_M;
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

/** The effort that a track shows, without GPS noise ([0062](../../../docs/decisions/0062-distance-of-tracks.md)). */
export function trackFigures(pieces: readonly (readonly TrackPoint[])[]): TrackFigures {
  let [duration, moving, distance] = [0, 0, 0];
  let [hasTimes, isEmpty] = [true, true];
  for (const piece of pieces) {
    const meter = new DistanceMeter();
    for (const [at, point] of piece.entries()) {
      isEmpty = false;
      meter.add(point);
      const before = piece[at - 1];
      if (!before) continue;
      if (before.t === null || point.t === null) hasTimes = false;
      else duration += Math.max(0, point.t - before.t);
    }
    const { distance_m, moving_ms } = meter.measure();
    distance += distance_m;
    moving += moving_ms ?? 0;
  }
  const seconds = (ms: number) => Math.round(ms / 1000);
  const times = hasTimes && !isEmpty ? { duration_s: seconds(duration), moving_s: seconds(moving) } : { duration_s: null, moving_s: null };
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
