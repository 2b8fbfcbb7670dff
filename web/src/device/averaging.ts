import { metresBetween, shortWay, wrapLongitude } from '@veld/geometry';
import type { Fix } from './fix';

/** More fixes do not improve the average, because the errors of GPS stay similar for minutes. */
const MAX_FIXES = 60;
/** Up to this speed, the device counts as standing still. */
const STANDING_MPS = 0.7;

export interface Averaging {
  /** The average of this fix and the earlier ones while the device stands still; the fix itself once it has moved. */
  add(fix: Fix): Fix;
  clear(): void;
}

/** Averages the fixes of a device that stands still, weighted by accuracy. */
export function createAveraging(): Averaging {
  let fixes: Fix[] = [];
  let mean: Fix | null = null;
  return {
    add(fix) {
      if (mean === null || hasMoved(mean, fix)) fixes = [];
      fixes = [...fixes, fix].slice(-MAX_FIXES);
      mean = meanOf(fixes, fix);
      return mean;
    },
    clear() {
      fixes = [];
      mean = null;
    },
  };
}

function hasMoved(mean: Fix, fix: Fix): boolean {
  return (fix.speed_mps ?? 0) > STANDING_MPS || metresBetween(mean, fix) > mean.accuracy_m + fix.accuracy_m;
}

/**
 * Weighted by the inverse square of the accuracy. The average keeps the accuracy of its best fix: the errors of consecutive fixes
 * are correlated, so averaging steadies the position but does not improve it as it would with independent measurements.
 */
function meanOf(fixes: readonly Fix[], latest: Fix): Fix {
  let weights = 0;
  let north = 0;
  let east = 0;
  for (const { latitude, longitude, accuracy_m } of fixes) {
    const weight = 1 / accuracy_m ** 2;
    weights += weight;
    north += weight * (latitude - latest.latitude);
    east += weight * shortWay(longitude - latest.longitude);
  }
  return {
    ...latest,
    latitude: latest.latitude + north / weights,
    longitude: wrapLongitude(latest.longitude + east / weights),
    accuracy_m: Math.min(...fixes.map((fix) => fix.accuracy_m)),
    fixes: fixes.length,
  };
}
