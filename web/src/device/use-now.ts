import { useCallback, useState, useSyncExternalStore } from 'react';

const nothing = () => {};

/**
 * The current time in milliseconds. It is exact when the component mounts and changes at every full `intervalMs`; the component
 * renders again when it changes, unless `isRunning` is false.
 */
export function useNow(intervalMs: number, isRunning = true): number {
  const [read] = useState(() => createClock(intervalMs));
  const subscribe = useCallback((onChange: () => void) => (isRunning ? everyFull(intervalMs, onChange) : nothing), [intervalMs, isRunning]);
  return useSyncExternalStore(subscribe, read);
}

/** Returns the same time until the next full interval, as React requires of a store. */
function createClock(intervalMs: number): () => number {
  let now = Date.now();
  return () => {
    const next = Date.now();
    if (Math.floor(next / intervalMs) !== Math.floor(now / intervalMs)) now = next;
    return now;
  };
}

function everyFull(intervalMs: number, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    timer = setTimeout(
      () => {
        onChange();
        schedule();
      },
      intervalMs - (Date.now() % intervalMs),
    );
  };
  schedule();
  return () => clearTimeout(timer);
}
