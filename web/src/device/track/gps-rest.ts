import { metresBetween } from '@veld/geometry';
import type { Fix } from '../fix';

/** After this long without movement, GPS is off most of the time, because it uses more power than everything else. */
const STILL_MS = 3 * 60_000;
/** Together with the time that GPS needs for its next fix, shorter than the silence after which a track has a gap. */
export const REST_MS = 45_000;
/** Fixes of a device that does not move are up to this far apart. */
const LEAST_M = 15;
/** A less accurate fix does not show whether somebody moves. */
const MAX_ACCURACY_M = 50;

/** Decides from the fixes when GPS may be off. */
export class GpsRest {
  /** Where the person was when they last moved, and since when they have been there. */
  #anchor: Fix | null = null;
  #since = 0;

  /** Whether GPS may be off for `REST_MS` after this fix. */
  mayRest(fix: Fix): boolean {
    const anchor = this.#anchor;
    if (fix.accuracy_m > MAX_ACCURACY_M) return false;
    const noise = Math.max(LEAST_M, fix.accuracy_m + (anchor?.accuracy_m ?? 0));
    // Also when somebody sets the clock back.
    if (!anchor || fix.at < this.#since || metresBetween(anchor, fix) > noise) {
      this.#anchor = fix;
      this.#since = fix.at;
      return false;
    }
    return fix.at - this.#since >= STILL_MS;
  }
}
