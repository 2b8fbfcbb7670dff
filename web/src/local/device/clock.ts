/** Time as the loops see it. Tests put a fake one in its place. Instants are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Calls `work` once after `ms`; the answer takes it back. */
  after(ms: number, work: () => void): () => void;
}

/** `setTimeout` holds a signed 32-bit number of milliseconds; a longer wait would fire at once. */
const LONGEST = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), LONGEST));
    return () => clearTimeout(timer);
  },
};

export function wait(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}
