import { Fault } from './fault.ts';

const MOST_WAITING = 200;

/**
 * Runs work of the same key one after another within this process. The database decides who wins; this only keeps one
 * person's burst from holding every connection while its parts wait for each other's locks. Work whose turn has not come
 * within `patienceMs` is not done: it throws `unavailable`, as all beyond 200 in a line do at once.
 */
export function keyedQueue(patienceMs = Infinity): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, { done: Promise<unknown>; waiting: number }>();
  return async (key, work) => {
    const before = last.get(key);
    const waiting = (before?.waiting ?? 0) + 1;
    if (waiting > MOST_WAITING) throw busy();
    let isGivenUp = false;
    const mine = (before?.done ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        if (isGivenUp) throw busy();
        clearTimeout(limit);
        return work();
      });
    const tooLong = Promise.withResolvers<never>();
    const giveUp = () => {
      isGivenUp = true;
      tooLong.reject(busy());
    };
    const limit = before && patienceMs < Infinity ? setTimeout(giveUp, patienceMs) : undefined;
    last.set(key, { done: mine, waiting });
    const leave = () => {
      const now = last.get(key)!;
      if (now.waiting === 1) last.delete(key);
      else now.waiting -= 1;
    };
    void mine.then(leave, leave);
    return Promise.race([mine, tooLong.promise]);
  };
}

const busy = () => new Fault('unavailable', { retryAfter: 2 });
