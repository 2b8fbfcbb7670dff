import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { location, type LocationNow } from './location';
import { queryPermission } from './location-permission';
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

/** Whether the browser is asking for permission to use the location, while `isWanted`, and nobody has answered. */
export function useAsksPermission(isWanted: boolean): boolean {
  const [isOpen, setOpen] = useState(false);
  const isLooking = useStore(location.store, ({ state }) => state === 'searching' || state === 'timeout');
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    queryPermission().then(
      (status) => {
        if (!isCurrent || !status) return;
        setOpen(status.state === 'prompt');
        status.onchange = () => {
          if (isCurrent) setOpen(status.state === 'prompt');
        };
      },
      // The browser does not say.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return isWanted && isOpen && isLooking;
}
