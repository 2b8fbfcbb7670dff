import { type Clock, systemClock } from '../local/device/clock';
import type { Fix } from './fix';
import { location, type LocationNow, type LocationService, troubleOf } from './location';

/** The first place that the device tells; null where it does not within that time. The receiver rests again after it. */
export function locateOnce(withinMs: number, service: LocationService = location, clock: Clock = systemClock): Promise<Fix | null> {
  return new Promise((resolve) => {
    let end = () => {};
    const answer = (fix: Fix | null) => {
      end();
      resolve(fix);
    };
    const look = ({ state, fix }: LocationNow): boolean => {
      const isFresh = fix !== null && state !== 'stale';
      if (!isFresh && !troubleOf(state)) return false;
      answer(isFresh ? fix : null);
      return true;
    };
    const rest = service.want();
    end = rest;
    if (look(service.store.getState())) return;
    const unsubscribe = service.store.subscribe(look);
    const cancel = clock.after(withinMs, () => answer(null));
    end = () => {
      unsubscribe();
      cancel();
      rest();
    };
  });
}
