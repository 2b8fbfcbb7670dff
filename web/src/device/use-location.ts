import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { location, type LocationNow } from './location';

export interface LiveLocation extends LocationNow {
  /** Age of the fix in milliseconds. */
  age: number | null;
  retry: () => void;
}

const TICK_MS = 1000;

/** The location of the device while `isWanted`; otherwise the receiver is off. */
export function useLocation(isWanted: boolean): LiveLocation {
  const now = useStore(location.store);
  const { fix } = now;
  const [clock, setClock] = useState(() => Date.now());
  useEffect(() => (isWanted ? location.acquire() : undefined), [isWanted]);
  useEffect(() => {
    if (!isWanted || !fix) return;
    setClock(Date.now());
    const timer = setInterval(() => setClock(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isWanted, fix]);
  return { ...now, age: fix ? Math.max(0, clock - fix.at) : null, retry: location.retry };
}
