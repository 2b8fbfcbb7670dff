const FIRST_MS = 5000;
const LONGEST_MS = 5 * 60_000;
/** A server may ask for more patience than ours, within reason. */
export const LONGEST_ASKED_MS = 60 * 60_000;

/**
 * Milliseconds to wait after the given number of failures: doubling from 5 s to at most 5 min, half of it by chance so that
 * devices do not come back together. `Retry-After` is honoured where it asks for more.
 */
export function backoff(tries: number, retryAfter: number | null = null, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10));
  const own = full / 2 + (full / 2) * random();
  return Math.round(Math.max(own, Math.min(retryAfter ?? 0, LONGEST_ASKED_MS)));
}
