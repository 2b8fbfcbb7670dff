const FIRST_MS = 5000;
const MAX_MS = 5 * 60_000;
/** The longest `Retry-After` that is honoured. */
export const MAX_RETRY_AFTER_MS = 60 * 60_000;

/**
 * Milliseconds to wait after the given number of failures: exponential from 5 s to 5 min, half of it random so that devices do not
 * return at the same time. A longer `Retry-After` is honoured.
 */
export function backoff(tries: number, retryAfter: number | null = null, random: () => number = Math.random): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(tries - 1, 10));
  const own = full / 2 + (full / 2) * random();
  return Math.round(Math.max(own, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS)));
}
