import { type Clock, systemClock } from '../local/device/clock';
import type { Fix } from './fix';
import { location, type LocationNow, type LocationService, locationErrorOf } from './location';

/** The first fix, or null when none arrives in time. Releases the receiver afterwards. */
export function locateOnce(withinMs: number, service: LocationService = location, clock: Clock = systemClock): Promise<Fix | null> {
  return new Promise((resolve) => {
    let end = () => {};
    const settle = (fix: Fix | null) => {
      end();
      resolve(fix);
    };
    const check = ({ state, fix }: LocationNow): boolean => {
      const isFresh = fix !== null && state !== 'stale';
      if (!isFresh && !locationErrorOf(state)) return false;
      settle(isFresh ? fix : null);
      return true;
    };
    const release = service.acquire();
    end = release;
    if (check(service.store.getState())) return;
    const unsubscribe = service.store.subscribe(check);
    const cancel = clock.after(withinMs, () => settle(null));
    end = () => {
      unsubscribe();
      cancel();
      release();
    };
  });
}
