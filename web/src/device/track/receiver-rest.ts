import { metresBetween } from '@veld/geometry';
import type { Fix } from '../fix';

/** After so long without movement, the receiver rests most of the time: it takes more power than all else. */
const STILL_MS = 3 * 60_000;
/** Shorter than the silence after which a track has a gap, also with the time that a receiver takes to find its place again. */
export const REST_MS = 45_000;
/** A receiver that stands still reports places this far apart. */
const LEAST_M = 15;
/** A rougher fix does not tell whether somebody moves. */
const MAX_ACCURACY_M = 50;

/** Decides from the fixes of a receiver when it may rest. */
export class ReceiverRest {
  /** Where the person was when they last moved, and since when they have been there. */
  #anchor: Fix | null = null;
  #since = 0;

  /** Whether the receiver may be off for `REST_MS` after this fix. */
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
