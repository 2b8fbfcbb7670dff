import { useEffect, useState } from 'react';
import { type LiveLocation, useLocation } from '../../device/use-location';

/** The device's location if permission was granted before, or once the user requests it. */
export function usePosition(isRequested: boolean): LiveLocation {
  const [isGranted, setIsGranted] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    // Some browsers cannot query this permission; then only the button gets the location.
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
  return useLocation(isGranted || isRequested);
}
