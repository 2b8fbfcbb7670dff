import { useEffect, useState } from 'react';
import { type LiveLocation, useLocation } from '../../device/use-location';

/** The place of the device where it may be had without asking the person, or once the person asked for it. */
export function usePosition(isAskedFor: boolean): LiveLocation {
  const [isGranted, setIsGranted] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    // Some browsers cannot be asked about this permission; then only the button finds the place.
    const asking = navigator.permissions?.query({ name: 'geolocation' });
    asking?.then(
      ({ state }) => {
        if (isCurrent) setIsGranted(state === 'granted');
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return useLocation(isGranted || isAskedFor);
}
