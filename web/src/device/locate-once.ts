import { type Clock, systemClock } from '../local/device/clock';
import type { Fix } from './fix';
import { location, type LocationNow, type LocationService, findLocationError } from './location';
import { type PermissionQuery, queryPermission } from './location-permission';

interface Parts {
  service?: LocationService;
  clock?: Clock;
  permission?: PermissionQuery;
}

/**
 * The first fix, or null when none arrives within `withinMs` of the person's answer about permission. Releases the location service
 * afterwards.
 */
export function locateOnce(withinMs: number, { service = location, clock = systemClock, permission = queryPermission }: Parts = {}) {
  return new Promise<Fix | null>((resolve) => {
    let isAsking = false;
    let isSettled = false;
    let cancel = () => {};
    let unsubscribe = () => {};
    const release = service.acquire();
    const settle = (fix: Fix | null) => {
      isSettled = true;
      unsubscribe();
      cancel();
      release();
      resolve(fix);
    };
    const startTimer = () => {
      cancel();
      if (!isSettled) cancel = clock.after(withinMs, () => settle(null));
    };
    const check = ({ state, fix }: LocationNow) => {
      if (isSettled) return;
      const isFresh = fix !== null && state !== 'stale';
      // While the browser asks, nothing can be found.
      const hasFailed = findLocationError(state) !== null && !(isAsking && state === 'timeout');
      if (isFresh || hasFailed) settle(isFresh ? fix : null);
    };
    unsubscribe = service.store.subscribe(check);
    check(service.store.getState());
    if (isSettled) return;
    startTimer();
    permission().then(
      (status) => {
        if (isSettled || status?.state !== 'prompt') return;
        isAsking = true;
        cancel();
        status.onchange = () => {
          isAsking = false;
          startTimer();
        };
      },
      // The browser does not say: the time counts from the start.
      () => undefined,
    );
  });
}
