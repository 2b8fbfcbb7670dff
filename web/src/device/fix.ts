import { metresBetween } from '../local/device/metres-between';

/** Where the device is: WGS84 degrees, metres, and when it was so. What the device does not tell is null. */
export interface Fix {
  latitude: number;
  longitude: number;
  /** Radius of the circle in which the place lies with 68 % certainty, as devices give it. */
  accuracy_m: number;
  /** Above the ellipsoid, as receivers tell it. */
  altitude_m: number | null;
  altitude_accuracy_m: number | null;
  /** Metres a second. */
  speed_mps: number | null;
  /** The direction of travel, in degrees clockwise from north. */
  heading_deg: number | null;
  at: number;
  /** How many fixes were made into this one. */
  fixes: number;
}

/**
 * Why a fix was not taken. `zero`: 0,0, which broken receivers send. `no_accuracy`: nobody knows how far off it is. `old`: it was
 * measured before. `jump`: it lies farther from the last one than anybody could have got meanwhile.
 */
export type Refusal = 'zero' | 'no_accuracy' | 'old' | 'jump';

export const EXCELLENT_M = 10;
export const GOOD_M = 50;
/** A fix older than this is shown as old and never taken. */
export const STALE_MS = 30_000;
const DAY_MS = 86_400_000;

export function qualityOf(accuracy: number): 'rough' | 'good' | 'excellent' {
  return accuracy <= EXCELLENT_M ? 'excellent' : accuracy <= GOOD_M ? 'good' : 'rough';
}

/** What a device tells, or why it cannot be a place. */
export function readFix({ coords, timestamp }: GeolocationPosition, now: number): Fix | Refusal {
  const { latitude, longitude, accuracy } = coords;
  if (!Number.isFinite(accuracy) || accuracy <= 0) return 'no_accuracy';
  // What is no number is no place either.
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || (latitude === 0 && longitude === 0)) return 'zero';
  // Some receivers count from another year, or run ahead; then the moment of arrival is the best there is.
  const at = timestamp > now - DAY_MS && timestamp <= now ? timestamp : now;
  if (now - at > STALE_MS) return 'old';
  return {
    latitude,
    longitude,
    accuracy_m: accuracy,
    altitude_m: told(coords.altitude),
    altitude_accuracy_m: told(coords.altitudeAccuracy),
    speed_mps: told(coords.speed),
    heading_deg: told(coords.heading),
    at,
    fixes: 1,
  };
}

/** Browsers say null, NaN or nothing at all where they do not know. */
function told(value: number | null | undefined): number | null {
  return value != null && Number.isFinite(value) ? value : null;
}

/** No observer travels faster, unless the receiver itself says so. */
const FASTEST_MPS = 100;

/** Whether one of two fixes must be wrong: they lie farther apart than their circles and the time between them explain. */
export function contradicts(one: Fix, other: Fix): boolean {
  const seconds = Math.abs(other.at - one.at) / 1000;
  const fastest = Math.max(FASTEST_MPS, 1.5 * Math.max(one.speed_mps ?? 0, other.speed_mps ?? 0));
  return metresBetween(one, other) > one.accuracy_m + other.accuracy_m + fastest * seconds;
}
