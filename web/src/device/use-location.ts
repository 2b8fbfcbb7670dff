import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Fix, location, type LocationState, STALE_MS } from './location';

export interface LiveLocation {
  state: LocationState;
  fix: Fix | null;
  /** Of the fix, in milliseconds. */
  age: number | null;
  isStale: boolean;
  retry: () => void;
}

const TICK_MS = 1000;

/** The place of the device while `isWanted`; the receiver rests otherwise. */
export function useLocation(isWanted: boolean): LiveLocation {
  const { state, fix } = useStore(location.store);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => (isWanted ? location.want() : undefined), [isWanted]);
  useEffect(() => {
    if (!isWanted || !fix) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isWanted, fix]);
  const age = fix ? Math.max(0, now - fix.at) : null;
  return { state, fix, age, isStale: age !== null && age > STALE_MS, retry: location.retry };
}
