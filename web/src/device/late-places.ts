import { type Clock, systemClock } from '../local/device/clock';
import type { UserDatabase } from '../local/db/database';
import {
  attachFix,
  endWaiting,
  forgetFinishedWaits,
  isWaiting,
  type LocalTimeAt,
  PLACE_WAIT_MS,
  type WaitingPlace,
  watchWaitingPlaces,
} from '../local/records/waiting-places';
import type { Fix } from './fix';
import { location, type LocationError, findLocationError, type LocationService, type LocationState } from './location';

/** Errors after which no fix can follow within the wait; the others may end by themselves. */
const FINAL: readonly LocationError[] = ['denied', 'denied_for_good', 'off_in_system', 'insecure', 'unsupported'];

/** Whether a fix may follow soon. */
export function mayFollow(state: LocationState): boolean {
  const error = findLocationError(state);
  return error === null || !FINAL.includes(error);
}

interface LatePlacesParts {
  database: UserDatabase;
  /** The accuracy in metres at which measuring stops. */
  target: () => number;
  /** Loads the time zones of places; they are needed only when a record waits. */
  localTimes: () => Promise<LocalTimeAt>;
  service?: LocationService;
  clock?: Clock;
}

/**
 * Measures the location while records wait for their place, and attaches it (decision 0031). The records wait in the database, so
 * this continues after a reload, and in any tab. Returns a function that stops it.
 */
export function followLatePlaces({ database, target, localTimes, service = location, clock = systemClock }: LatePlacesParts): () => void {
  let waiting: WaitingPlace[] = [];
  let release: (() => void) | null = null;
  let cancelEnd = () => {};
  let seen: Fix | null = null;
  /** Writes one after the other, so that fixes are attached in the order in which they arrived. */
  let writing: Promise<unknown> = Promise.resolve();
  const write = (work: () => Promise<unknown>) => {
    // A fix that could not be stored is followed by the next one.
    writing = writing.then(work).catch((error: unknown) => console.error('Place of a record', error));
  };

  const measure = () => {
    if (release) return;
    const stopMeasuring = service.acquire();
    const unsubscribe = service.store.subscribe(onLocation);
    release = () => {
      unsubscribe();
      stopMeasuring();
      release = null;
      seen = null;
    };
    onLocation();
  };
  const onLocation = () => {
    const { fix, state } = service.store.getState();
    if (!mayFollow(state)) return write(() => endWaiting(database));
    if (!fix || state === 'stale' || fix === seen) return;
    seen = fix;
    const now = clock.now();
    write(async () => attachFix(database, fix, { target: target(), now, localTimeAt: await localTimes() }));
  };
  const follow = (entries: readonly WaitingPlace[]) => {
    const now = clock.now();
    const before = new Set(waiting.map(({ id }) => id));
    waiting = entries.filter((entry) => isWaiting(entry, now));
    cancelEnd();
    if (waiting.length === 0) {
      release?.();
      if (entries.length > 0) write(() => forgetFinishedWaits(database, clock.now()));
      return;
    }
    const end = Math.min(...waiting.map(({ saved_at }) => saved_at)) + PLACE_WAIT_MS;
    cancelEnd = clock.after(Math.max(0, end - now), () => follow(entries));
    // The fix that was attached to earlier records is offered to new ones too.
    if (waiting.some(({ id }) => !before.has(id))) seen = null;
    if (release) onLocation();
    else measure();
  };
  const unwatch = watchWaitingPlaces(database, follow);
  return () => {
    unwatch();
    cancelEnd();
    release?.();
  };
}
