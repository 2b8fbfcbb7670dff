import { growingCache } from '../lru.ts';
import { keyedSlots, NoSlot } from '../slots.ts';
import { Fault } from './fault.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a write of a person; throws 429 if there were too many. */
    countWrite: (userId: string) => void;
    /** Runs a write of a person when few enough others of theirs are running. */
    inWriteSlot: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
  }
}

const MINUTE_MS = 60_000;
/** Number of buckets in the LRU cache. */
const CACHE_SIZE = 50_000;

/**
 * Limits the requests of each person with a token bucket: `perMinute` at once, then one whenever a token is added (decision 0020).
 * Counted in memory, by each server process separately. `members` are those of the problem.
 */
export function minuteLimit(perMinute: number, now: () => Date, members?: Record<string, unknown>): (userId: string) => void {
  const msPerToken = MINUTE_MS / perMinute;
  const buckets = growingCache<string, { tokens: number; at: number }>(CACHE_SIZE);
  return (userId) => {
    const at = now().getTime();
    const bucket = buckets.get(userId) ?? { tokens: perMinute, at };
    // A clock that is set back adds no tokens, and takes none.
    const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, at - bucket.at) / msPerToken);
    const isAllowed = tokens >= 1;
    buckets.set(userId, { tokens: isAllowed ? tokens - 1 : tokens, at });
    if (!isAllowed)
      throw new Fault('too_many_requests', { retryAfter: Math.ceil(((1 - tokens) * msPerToken) / 1000), ...(members && { members }) });
  };
}

/** How many writes of a person run at the same time. */
export const WRITES_AT_ONCE = 4;
/** How many more may wait, and how long: the outbox of a device sends a few at a time. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 5_000;
const RETRY_SECONDS = 2;

/** Runs `WRITES_AT_ONCE` writes of each person at the same time; others wait briefly, then get 429 (decision 0060). */
export function writeSlots(maxWaitMs = MAX_WAIT_MS): <T>(userId: string, work: () => Promise<T>) => Promise<T> {
  const run = keyedSlots({ atOnce: WRITES_AT_ONCE, maxWaiting: MAX_WAITING, maxWaitMs });
  return async (userId, work) => {
    try {
      return await run(userId, work);
    } catch (error) {
      throw error instanceof NoSlot ? new Fault('too_many_requests', { retryAfter: RETRY_SECONDS }) : error;
    }
  };
}
