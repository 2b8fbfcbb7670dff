import { liveQuery } from 'dexie';

/** How much longer a burst of changes is left alone than one reading takes, and for how long at most. */
const REST = 20;
const LONGEST_MS = 3000;

/**
 * As the library's live query, for readings that grow with what is on the device: in a burst of changes (a month of records
 * being sent) it reads a twentieth of the time at most, and once more after the last change. The answer ends it.
 */
export function throttledQuery<T>(
  query: () => Promise<T> | T,
  listener: (value: T) => void,
  onError: (error: unknown) => void = () => {},
): () => void {
  let end = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch() {
    let began = 0;
    let readings = 0;
    const subscription = liveQuery(async () => {
      began = performance.now();
      return query();
    }).subscribe({
      next(value) {
        readings += 1;
        // The first reading came of itself, the second of a change: more of them may follow at once.
        if (readings > 1) rest(Math.min(LONGEST_MS, REST * (performance.now() - began)));
        listener(value);
      },
      error: onError,
    });
    end = () => subscription.unsubscribe();
  }

  function rest(milliseconds: number) {
    end();
    timer = setTimeout(watch, milliseconds);
  }

  watch();
  return () => {
    clearTimeout(timer);
    end();
  };
}
