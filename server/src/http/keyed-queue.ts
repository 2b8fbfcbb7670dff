import AsyncLock from 'async-lock';
import { Fault } from './fault.ts';

/** Limit of waiting calls per key, besides the running one. */
const MAX_WAITING = 199;

/**
 * Runs calls with the same key one after another within this process. Correctness depends on database locks alone; the queue only
 * prevents a burst of calls by one person from occupying all connections while they wait for each other's locks. A call rejects
 * with `unavailable` if it has not started within `maxWaitMs`, or if 200 calls are ahead of it.
 */
export function keyedQueue(maxWaitMs = Infinity): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lock = new AsyncLock({ maxPending: MAX_WAITING, ...(Number.isFinite(maxWaitMs) ? { timeout: maxWaitMs } : {}) });
  return async (key, work) => {
    let hasStarted = false;
    try {
      return await lock.acquire(key, () => {
        hasStarted = true;
        return work();
      });
    } catch (error) {
      throw hasStarted ? error : new Fault('unavailable', { retryAfter: 2 });
    }
  };
}
