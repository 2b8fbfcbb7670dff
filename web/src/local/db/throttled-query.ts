import { liveQuery } from 'dexie';

/** The pause after a read, as a multiple of the time the read took, and its maximum. After each pause, a burst causes two reads. */
const PAUSE_FACTOR = 40;
const MAX_PAUSE_MS = 3000;

/**
 * Dexie's `liveQuery`, throttled, for queries whose cost grows with the data on the device. During a burst of changes (a month of
 * records being sent) it spends at most a twentieth of the time reading, and reads once more after the last change. The returned
 * function ends it.
 */
export function throttledQuery<T>(
  query: () => Promise<T> | T,
  listener: (value: T) => void,
  onError: (error: unknown) => void = () => {},
): () => void {
  let end = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch() {
    let startedAt = 0;
    let reads = 0;
    const subscription = liveQuery(async () => {
      startedAt = performance.now();
      return query();
    }).subscribe({
      next(value) {
        reads += 1;
        // Only reads after the first are caused by a change, and more changes may follow.
        if (reads > 1) pause(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)));
        listener(value);
      },
      error: onError,
    });
    end = () => subscription.unsubscribe();
  }

  function pause(milliseconds: number) {
    end();
    timer = setTimeout(watch, milliseconds);
  }

  watch();
  return () => {
    clearTimeout(timer);
    end();
  };
}
