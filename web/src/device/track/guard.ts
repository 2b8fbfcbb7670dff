import type { Protocol, TrackPoint } from '@veld/contract';
import { metresBetween } from '@veld/geometry';

/** Why the journey may have ended without anybody saying so. */
export type ForgottenStop = 'still' | 'car' | 'day';

/** A suspicion, with the time at which the journey may have ended. */
export interface Suspicion {
  reason: ForgottenStop;
  at: number;
}

const STILL_MS = 30 * 60_000;
/** Movement within this many metres is none. */
const STILL_M = 60;
/** 30 km/h for a minute: too fast for a bicycle with field glasses. */
const CAR_MPS = 30 / 3.6;
const CAR_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Protocols that stay in one place. */
const STAYS: ReadonlySet<Protocol> = new Set(['stationary', 'trap', 'area', 'timed_count', 'bioblitz']);
/** A night with a moth trap goes past midnight. */
const OVERNIGHT: ReadonlySet<Protocol> = new Set(['trap']);

/** Watches the points of a running journey for signs that its end was forgotten. Answering "continue" resets the sign. */
export class StopGuard {
  readonly #protocol: Protocol;
  readonly #dayOf: (at: number) => string;
  readonly #startedAt: number;
  /** Where and when the person was last known to move. */
  #anchor: TrackPoint | null = null;
  #movedAt: number;
  /** Since when they have been fast without a break. */
  #fastSince: number | null = null;
  #last: TrackPoint | null = null;
  /** On whose day the journey may be. An instant, because the zone of its place is known only after its first point. */
  #daySince: number;
  #isCarAccepted = false;

  /** `pickDay`: the calendar day of a time at the place of the journey. */
  constructor(protocol: Protocol, startedAt: number, dayOf: (at: number) => string) {
    this.#protocol = protocol;
    this.#dayOf = dayOf;
    this.#startedAt = startedAt;
    this.#movedAt = startedAt;
    this.#daySince = startedAt;
  }

  add(point: TrackPoint): void {
    const { t } = point;
    if (t === null || (point.accuracy_m ?? 0) > 100) return;
    if (!this.#anchor || metresBetween(this.#anchor, point) > STILL_M + (point.accuracy_m ?? 0)) {
      this.#anchor = point;
      this.#movedAt = t;
    }
    const last = this.#last;
    this.#last = point;
    if (!last || last.t === null || t <= last.t) return;
    const speed = Math.min(point.speed_mps ?? Infinity, metresBetween(last, point) / ((t - last.t) / 1000));
    if (speed < CAR_MPS) {
      this.#fastSince = null;
      this.#isCarAccepted = false;
    } else this.#fastSince ??= last.t;
  }

  /** What to ask about at `now`; null if nothing is suspicious. */
  check(now: number): Suspicion | null {
    if (this.#fastSince !== null && !this.#isCarAccepted && (this.#last?.t ?? 0) - this.#fastSince >= CAR_MS)
      return { reason: 'car', at: this.#fastSince };
    if (!STAYS.has(this.#protocol) && this.#anchor && now - this.#movedAt >= STILL_MS) return { reason: 'still', at: this.#movedAt };
    const isOver = OVERNIGHT.has(this.#protocol) ? now - this.#startedAt > 18 * HOUR_MS : this.#dayOf(now) !== this.#dayOf(this.#daySince);
    if (isOver) return { reason: 'day', at: Math.max(this.#startedAt, this.#movedAt) };
    return null;
  }

  /** The person says that the journey goes on. */
  accept(reason: ForgottenStop, now: number): void {
    if (reason === 'car') this.#isCarAccepted = true;
    if (reason === 'still') this.#movedAt = now;
    if (reason === 'day') this.#daySince = now;
  }
}
