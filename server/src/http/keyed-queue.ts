import AsyncLock from 'async-lock';
import { Fault } from './fault.ts';

/** Calls of one key that may wait behind the running one. */
const MAX_WAITING = 199;

/**
 * Runs work of the same key one after another within this process. The database decides who wins; the queue only keeps one
 * person's burst from holding every connection while its parts wait for each other's locks. Work that has not started
 * within `maxWaitMs` is dropped and throws `unavailable`, and so does work that finds 200 calls before it.
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
