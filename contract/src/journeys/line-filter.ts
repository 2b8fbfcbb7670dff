import { metresBetween } from '@veld/geometry';
import type { TrackPoint } from './points.ts';

/** Points that are less accurate are kept, but neither drawn nor measured. */
const MAX_LINE_ACCURACY_M = 50;
/** Of a point of a file that does not say how accurate it is. */
const UNKNOWN_ACCURACY_M = 10;
/** A faster movement that the device does not report as such counts only if the next points confirm it. */
const FAST_MPS = 8;
/** Nobody observes from faster vehicles. A higher speed is still trusted if the device reports it. */
const MAX_SPEED_MPS = 100;
/** This many points in a row that agree with each other, and not with the one before, show that there was a jump. */
const AGREEING = 3;

/** A point that is on the line; `isFirst`: the line does not go on from the one before. */
export interface LinePoint {
  point: TrackPoint;
  isFirst: boolean;
}

/**
 * Leaves out what is wrong in points without a gap, judged from their own accuracy and their neighbours: lone points that were left and
 * returned to too fast, and a first one that is out of reach of those after it. After a jump without a return, the line begins anew. Raw
 * points stay stored.
 */
export class LineFilter {
  /** On the line, unless it is the first and turns out to be wrong. */
  #last: LinePoint | null = null;
  /** How fast the last two were apart; null if that is not fast. */
  #ride: number | null = null;
  /** Whether the last one is the only one after its beginning. */
  #isAlone = true;
  /** The latest points, which may be on the line. */
  #doubtful: TrackPoint[] = [];

  /** The points that are sure to be on the line from now on. */
  add(point: TrackPoint): LinePoint[] {
    if ((point.accuracy_m ?? 0) > MAX_LINE_ACCURACY_M) return [];
    if (!this.#last) {
      this.#last = { point, isFirst: true };
      return [];
    }
    if (!isFast(this.#last.point, point, this.#ride)) {
      this.#doubtful = [];
      return [this.#goOn(point)];
    }
    const doubted = this.#doubtful.at(-1);
    if (doubted && !isWithin(doubted, point, MAX_SPEED_MPS)) this.#doubtful = [];
    this.#doubtful.push(point);
    return this.#doubtful.length < AGREEING ? [] : this.#accept(this.#last);
  }

  /** What is on the line too if nothing follows. */
  rest(): LinePoint[] {
    if (!this.#last) return [];
    // With two or three points, it is unknown which is wrong, or whether somebody took a vehicle.
    const isRide = this.#isAlone && this.#last.isFirst && isRidden([this.#last.point, ...this.#doubtful]);
    return [this.#last, ...(isRide ? this.#doubtful.map((point) => ({ point, isFirst: false })) : [])];
  }

  #accept(last: LinePoint): LinePoint[] {
    const doubtful = this.#doubtful;
    this.#doubtful = [];
    if (isRidden([last.point, ...doubtful])) return doubtful.map((point) => this.#goOn(point));
    const before = this.#isAlone ? [] : [last];
    this.#last = { point: doubtful[0]!, isFirst: true };
    this.#isAlone = true;
    this.#ride = null;
    return [...before, ...doubtful.slice(1).map((point) => this.#goOn(point))];
  }

  #goOn(point: TrackPoint): LinePoint {
    const last = this.#last!;
    this.#ride = isFast(last.point, point, null) ? speedBetween(last.point, point) : null;
    this.#last = { point, isFirst: false };
    this.#isAlone = false;
    return last;
  }
}

/** Whether one point after the other was reached about as fast as the one before, as in a vehicle. */
function isRidden(points: readonly TrackPoint[]): boolean {
  return points.every((point, at) => {
    const [before, earlier] = [points[at - 1], points[at - 2]];
    if (!before) return true;
    if (!isWithin(before, point, MAX_SPEED_MPS)) return false;
    return !earlier || speedBetween(before, point) * 3 >= speedBetween(earlier, before);
  });
}

function isFast(from: TrackPoint, to: TrackPoint, ride: number | null): boolean {
  return !isWithin(from, to, Math.min(MAX_SPEED_MPS, Math.max(FAST_MPS, 2 * (ride ?? 0))));
}

/** Whether somebody can have come from one point to the other with that speed, or with the speed that the device reports. */
function isWithin(from: TrackPoint, to: TrackPoint, mps: number): boolean {
  if (from.t === null || to.t === null) return true;
  const speed = Math.max(mps, 1.5 * Math.max(from.speed_mps ?? 0, to.speed_mps ?? 0));
  const doubt = (from.accuracy_m ?? UNKNOWN_ACCURACY_M) + (to.accuracy_m ?? UNKNOWN_ACCURACY_M);
  return metresBetween(from, to) <= doubt + (speed * Math.abs(to.t - from.t)) / 1000;
}

function speedBetween(from: TrackPoint, to: TrackPoint): number {
  return metresBetween(from, to) / Math.max(1, Math.abs((to.t ?? 0) - (from.t ?? 0)) / 1000);
}
