import { useEffect } from 'react';
import { useStore } from 'zustand';
import { location, type LocationNow } from './location';
import { useNow } from './use-now';

export interface LiveLocation extends LocationNow {
  /** Age of the fix in milliseconds. */
  age: number | null;
  retry: () => void;
}

const TICK_MS = 1000;

/** The location of the device while `isWanted`; otherwise the location service is off. */
export function useLocation(isWanted: boolean): LiveLocation {
  const now = useStore(location.store);
  const { fix } = now;
  const clock = useNow(TICK_MS, isWanted && fix !== null);
  useEffect(() => (isWanted ? location.acquire() : undefined), [isWanted]);
  return { ...now, age: fix ? Math.max(0, clock - fix.at) : null, retry: location.retry };
}
