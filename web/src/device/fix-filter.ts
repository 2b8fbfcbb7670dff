import { metresBetween, shortWay, wrapLongitude } from '@veld/geometry';
import type { Clock } from '../local/device/clock';
import { contradicts, type Fix, type FixRejection, readFix } from './fix';

/** More fixes do not improve the average, because the errors of GPS stay similar for minutes. */
const MAX_FIXES = 60;

/** Up to this speed, the device counts as standing still. */
const STANDING_MPS = 0.7;

/** How long a fix that contradicts the previous one waits for a third that decides between them. */
const JUMP_MS = 5000;

interface Listener {
  /** The new fix, or the average it is part of. */
  onAccept(fix: Fix): void;
  onReject(rejection: FixRejection): void;
}

export interface FixFilter {
  add(position: GeolocationPosition): void;
  average(isEnabled: boolean): void;
  /** Discards all fixes and cancels the pending decision. */
  clear(): void;
}

/** Rejects positions that cannot be right, and averages the others on request. */
export function createFixFilter(clock: Clock, { onAccept, onReject }: Listener): FixFilter {
  const averaging = createAveraging();
  let isAveraging = false;
  /** The last accepted fix, before averaging. */
  let last: Fix | null = null;
  let doubtful: Fix | null = null;
  let cancelDoubt = () => {};

  function accept(fix: Fix) {
    cancelDoubt();
    doubtful = null;
    last = fix;
    onAccept(isAveraging ? averaging.add(fix) : fix);
  }

  function doubt(fix: Fix) {
    doubtful = fix;
    onReject('jump');
    cancelDoubt();
    // If the location service falls silent now, nothing contradicts its newest fix.
    cancelDoubt = clock.after(JUMP_MS, () => {
      if (doubtful !== null) accept(doubtful);
    });
  }

  return {
    add(position) {
      const fix = readFix(position, clock.now());
      if (typeof fix === 'string') onReject(fix);
      else if (last === null || !contradicts(last, fix) || (doubtful !== null && !contradicts(doubtful, fix))) accept(fix);
      else doubt(fix);
    },
    average(isEnabled) {
      if (isEnabled === isAveraging) return;
      isAveraging = isEnabled;
      averaging.clear();
    },
    clear() {
      cancelDoubt();
      last = null;
      doubtful = null;
      averaging.clear();
    },
  };
}

interface Averaging {
  /** The average of this fix and the earlier ones while the device stands still; the fix itself once it has moved. */
  add(fix: Fix): Fix;
  clear(): void;
}

/** Averages the fixes of a device that stands still, weighted by accuracy. */
function createAveraging(): Averaging {
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
