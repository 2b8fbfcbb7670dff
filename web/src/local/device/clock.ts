/** Time and timers, replaced by a fake clock in tests. Instants are milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Calls `work` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** `setTimeout` takes a signed 32-bit number of milliseconds; a longer delay would fire at once. */
const MAX_DELAY_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), MAX_DELAY_MS));
    return () => clearTimeout(timer);
  },
};

export function wait(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}
