import type { TrackPoint } from '@veld/contract';
import { metresBetween } from '@veld/geometry';

/** Points closer together say nothing new. */
const STEP_M = 3;
/** Somebody who stands still gets a point so often, which shows that the device was on. */
const REST_MS = 60_000;
/** Points in a straight line at an even speed can be this far apart. */
const MAX_STEP_M = 25;
const MAX_WAIT_MS = 10_000;

/**
 * Whether a measured point is worth storing after the last stored one: more often the faster somebody moves, seldom while they rest.
 * What the accuracy of both explains is no movement.
 */
export function isWorthStoring(last: TrackPoint | null, point: TrackPoint): boolean {
  if (last === null || last.segment !== point.segment || last.t === null || point.t === null) return true;
  const waited = point.t - last.t;
  if (waited >= REST_MS) return true;
  const metres = metresBetween(last, point);
  const noise = Math.max(STEP_M, Math.min(point.accuracy_m ?? 0, last.accuracy_m ?? 0) / 2);
  if (metres < noise) return false;
  return metres >= MAX_STEP_M || waited >= MAX_WAIT_MS || metres >= STEP_M + (point.speed_mps ?? 0);
}
