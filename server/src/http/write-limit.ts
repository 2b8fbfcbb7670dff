import { growingCache } from '../lru.ts';
import { Fault } from './fault.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a write of a person; throws 429 if there were too many. */
    countWrite: (userId: string) => void;
  }
}

const MINUTE_MS = 60_000;
/** Number of buckets in the LRU cache. */
const CACHE_SIZE = 50_000;

/**
 * Limits the requests of each person with a token bucket: `perMinute` at once, then one whenever a token is added (decision 0020).
 * Counted in memory, by each server process separately.
 */
export function minuteLimit(perMinute: number, now: () => Date): (userId: string) => void {
  const msPerToken = MINUTE_MS / perMinute;
  const buckets = growingCache<string, { tokens: number; at: number }>(CACHE_SIZE);
  return (userId) => {
    const at = now().getTime();
    const bucket = buckets.get(userId) ?? { tokens: perMinute, at };
    // A clock that is set back adds no tokens, and takes none.
    const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, at - bucket.at) / msPerToken);
    const isAllowed = tokens >= 1;
    buckets.set(userId, { tokens: isAllowed ? tokens - 1 : tokens, at });
    if (!isAllowed) throw new Fault('too_many_requests', { retryAfter: Math.ceil(((1 - tokens) * msPerToken) / 1000) });
  };
}
