import { metresBetween } from '@veld/geometry';

/** A position of the device: WGS 84 degrees and metres. Unknown values are null. */
export interface Fix {
  latitude: number;
  longitude: number;
  /** Radius around the position with 68 % probability, as the device reports it. */
  accuracy_m: number;
  /** Metres above the ellipsoid. */
  altitude_m: number | null;
  altitude_accuracy_m: number | null;
  /** Metres per second. */
  speed_mps: number | null;
  /** The direction of travel, in degrees clockwise from north. */
  heading_deg: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** How many fixes this one averages. */
  fixes: number;
}

/**
 * Why a fix was rejected. `zero`: 0,0, which faulty devices report. `no_accuracy`: its accuracy is unknown. `old`: it was measured too long
 * ago. `jump`: too far from the last fix to have travelled there.
 */
export type FixRejection = 'zero' | 'no_accuracy' | 'old' | 'jump';

export const EXCELLENT_M = 10;
export const GOOD_M = 50;
/** An older fix is shown as stale and never accepted. */
export const STALE_MS = 30_000;
const DAY_MS = 86_400_000;

export function rateAccuracy(accuracy: number): 'rough' | 'good' | 'excellent' {
  return accuracy <= EXCELLENT_M ? 'excellent' : accuracy <= GOOD_M ? 'good' : 'rough';
}

/** The position as a fix, or why it cannot be one. */
export function readFix({ coords, timestamp }: GeolocationPosition, now: number): Fix | FixRejection {
  const { latitude, longitude, accuracy } = coords;
  if (!Number.isFinite(accuracy) || accuracy <= 0) return 'no_accuracy';
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || (latitude === 0 && longitude === 0)) return 'zero';
  // Some devices count from another epoch or run fast; the time of arrival is then the best estimate.
  const at = timestamp > now - DAY_MS && timestamp <= now ? timestamp : now;
  if (now - at > STALE_MS) return 'old';
  return {
    latitude,
    longitude,
    accuracy_m: accuracy,
    altitude_m: finiteOrNull(coords.altitude),
    altitude_accuracy_m: finiteOrNull(coords.altitudeAccuracy),
    speed_mps: finiteOrNull(coords.speed),
    heading_deg: finiteOrNull(coords.heading),
    at,
    fixes: 1,
  };
}

/** Browsers report unknown values as null, NaN or undefined. */
function finiteOrNull(value: number | null | undefined): number | null {
  return value != null && Number.isFinite(value) ? value : null;
}

/** Observers travel no faster, unless the device reports a higher speed. */
const MAX_SPEED_MPS = 100;

/** Whether one of two fixes must be wrong: their distance exceeds what accuracy and travel time allow. */
export function contradicts(one: Fix, other: Fix): boolean {
  const seconds = Math.abs(other.at - one.at) / 1000;
  const speed = Math.max(MAX_SPEED_MPS, 1.5 * Math.max(one.speed_mps ?? 0, other.speed_mps ?? 0));
  return metresBetween(one, other) > one.accuracy_m + other.accuracy_m + speed * seconds;
}
