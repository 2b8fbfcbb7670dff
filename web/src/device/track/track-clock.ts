/** The clock of the system, which somebody may set, and one that only counts up. Both in milliseconds. */
export interface Clocks {
  now(): number;
  elapsed(): number;
}

export const systemClocks: Clocks = { now: () => Date.now(), elapsed: () => performance.now() };

/** After a jump of this size, the device was asleep or its clock was set; smaller ones are corrections. */
const JUMP_MS = 2000;

/**
 * The times of the points of a track: never back, also when somebody sets the clock back. When the clock is ahead, the device may have
 * slept, so its time counts. `last` is the time of the last stored point.
 */
export class TrackClock {
  readonly #clocks: Clocks;
  #offset: number;
  #last: number;

  constructor(clocks: Clocks, last: number) {
    this.#clocks = clocks;
    this.#last = last;
    this.#offset = Math.max(clocks.now(), last + 1) - clocks.elapsed();
  }

  /** The time of something that was measured `age` milliseconds ago. */
  timeOf(age: number): number {
    const drift = this.#clocks.now() - (this.#clocks.elapsed() + this.#offset);
    if (drift > JUMP_MS) this.#offset += drift;
    this.#last = Math.max(this.#last + 1, Math.round(this.#clocks.elapsed() + this.#offset - Math.max(0, age)));
    return this.#last;
  }
}
