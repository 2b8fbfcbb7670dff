import { metresBetween } from '../local/device/metres-between';
import type { Fix } from './fix';

/** More of them make the mean no better: what is wrong with fixes is much the same for minutes. */
const MOST = 60;
/** Whoever is faster is not standing still. */
const STANDING_MPS = 0.7;

export interface Averaging {
  /** The mean of this fix and those before it, as long as the device stands still; the fix itself once it has moved. */
  add(fix: Fix): Fix;
  clear(): void;
}

/** Makes the fixes of a device that stands still into one, each weighted by its accuracy. */
export function createAveraging(): Averaging {
  let fixes: Fix[] = [];
  let mean: Fix | null = null;
  return {
    add(fix) {
      if (mean === null || hasMoved(mean, fix)) fixes = [];
      fixes = [...fixes, fix].slice(-MOST);
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
 * Weighted by the inverse square of the accuracy. The mean claims no more than its best fix does: errors of fixes that follow
 * each other are much the same, so that their mean is steadier, and not as much better as independent ones would make it.
 */
function meanOf(fixes: readonly Fix[], latest: Fix): Fix {
  let weights = 0;
  let north = 0;
  let east = 0;
  for (const { latitude, longitude, accuracy_m } of fixes) {
    const weight = 1 / accuracy_m ** 2;
    weights += weight;
    north += weight * (latitude - latest.latitude);
    east += weight * turned(longitude - latest.longitude);
  }
  return {
    ...latest,
    latitude: latest.latitude + north / weights,
    longitude: turned(latest.longitude + east / weights),
    accuracy_m: Math.min(...fixes.map((fix) => fix.accuracy_m)),
    fixes: fixes.length,
  };
}

/** Into -180 to 180: on both sides of the date line lie neighbours. */
function turned(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
