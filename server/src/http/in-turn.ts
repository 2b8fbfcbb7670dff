import { Fault } from './fault.ts';

const MOST_WAITING = 200;

/**
 * Runs work of the same key one after another within this process. The database decides who wins; this only keeps one
 * person's burst from holding every connection while its parts wait for each other's locks.
 */
export function turns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, { done: Promise<unknown>; waiting: number }>();
  return async (key, work) => {
    const before = last.get(key);
    const waiting = (before?.waiting ?? 0) + 1;
    if (waiting > MOST_WAITING) throw new Fault('unavailable', { retryAfter: 2 });
    const mine = (before?.done ?? Promise.resolve()).catch(() => undefined).then(work);
    last.set(key, { done: mine, waiting });
    try {
      return await mine;
    } finally {
      const now = last.get(key)!;
      if (now.waiting === 1) last.delete(key);
      else now.waiting -= 1;
    }
  };
}
