import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { location } from './location';
import { queryPermission } from './location-permission';

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
