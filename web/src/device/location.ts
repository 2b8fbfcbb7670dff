import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../local/clock';

/**
 * `off`: nobody wants it. `rough`, `good`, `excellent`: how exact the fix is. `denied`: the person or the system refused.
 * `unavailable`: the device cannot tell. `timeout`: a minute without any fix. `insecure`: browsers tell places only over HTTPS.
 */
export type LocationState =
  | 'off'
  | 'searching'
  | 'rough'
  | 'good'
  | 'excellent'
  | 'denied'
  | 'unavailable'
  | 'timeout'
  | 'insecure'
  | 'unsupported';

/** Where the device is: WGS84 degrees, metres, and when it was so. */
export interface Fix {
  latitude: number;
  longitude: number;
  /** Radius of the circle in which the place lies with 68 % certainty, as devices give it. */
  accuracy_m: number;
  altitude_m: number | null;
  at: number;
}

export interface LocationService {
  store: StoreApi<{ state: LocationState; fix: Fix | null }>;
  /** The device looks for its place as long as somebody wants it; the answer ends one's own wish. */
  want(): () => void;
  /** After a refusal or a timeout: asks the device anew. */
  retry(): void;
}

export const EXCELLENT_M = 10;
export const GOOD_M = 50;
/** A fix older than this is shown as old and not taken by itself. */
export const STALE_MS = 30_000;
const NO_FIX_MS = 60_000;

export function qualityOf(accuracy: number): 'rough' | 'good' | 'excellent' {
  return accuracy <= EXCELLENT_M ? 'excellent' : accuracy <= GOOD_M ? 'good' : 'rough';
}

interface Parts {
  geolocation?: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined;
  isSecure?: () => boolean;
  clock?: Clock;
}

/** One watch for the whole app, which runs only while somebody wants it: a running receiver empties the battery. */
export function createLocation(parts: Parts = {}): LocationService {
  const clock = parts.clock ?? systemClock;
  const isSecure = parts.isSecure ?? (() => globalThis.isSecureContext !== false);
  const receiver = () => ('geolocation' in parts ? parts.geolocation : globalThis.navigator?.geolocation);
  const store = createStore<{ state: LocationState; fix: Fix | null }>(() => ({ state: 'off', fix: null }));
  let wishes = 0;
  let watch: number | null = null;
  let cancelTimeout = () => {};

  function start() {
    const geolocation = receiver();
    if (!geolocation) return store.setState({ state: 'unsupported' });
    if (!isSecure()) return store.setState({ state: 'insecure' });
    store.setState({ state: 'searching', fix: null });
    waitForFix();
    watch = geolocation.watchPosition(onPosition, onError, { enableHighAccuracy: true, maximumAge: 0, timeout: NO_FIX_MS });
  }

  function stop() {
    cancelTimeout();
    if (watch !== null) receiver()?.clearWatch(watch);
    watch = null;
  }

  function waitForFix() {
    cancelTimeout();
    cancelTimeout = clock.after(NO_FIX_MS, () => {
      if (watch !== null && store.getState().fix === null) store.setState({ state: 'timeout' });
    });
  }

  function onPosition({ coords, timestamp }: GeolocationPosition) {
    if (watch === null) return;
    const fix = fixOf(coords, timestamp, clock.now());
    // A place without its accuracy, or at 0,0, is a receiver that does not know.
    if (!fix) return;
    cancelTimeout();
    store.setState({ state: qualityOf(fix.accuracy_m), fix });
  }

  function onError(error: GeolocationPositionError) {
    if (watch === null) return;
    if (error.code === error.PERMISSION_DENIED) {
      stop();
      store.setState({ state: 'denied', fix: null });
    } else if (store.getState().fix === null) {
      store.setState({ state: error.code === error.TIMEOUT ? 'timeout' : 'unavailable' });
    }
  }

  function want(): () => void {
    wishes++;
    if (wishes === 1) start();
    let isWanted = true;
    return () => {
      if (!isWanted) return;
      isWanted = false;
      wishes--;
      if (wishes > 0) return;
      stop();
      store.setState({ state: 'off', fix: null });
    };
  }

  function retry() {
    if (wishes === 0) return;
    stop();
    start();
  }

  return { store, want, retry };
}

function fixOf(coords: GeolocationCoordinates, timestamp: number, now: number): Fix | null {
  const { latitude, longitude, accuracy, altitude } = coords;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || !Number.isFinite(accuracy) || accuracy <= 0) return null;
  if (latitude === 0 && longitude === 0) return null;
  // Some receivers count from another year; then the moment of arrival is the best there is.
  const at = timestamp > now - 86_400_000 && timestamp <= now ? timestamp : now;
  return { latitude, longitude, accuracy_m: accuracy, altitude_m: altitude ?? null, at };
}

export const location = createLocation();
