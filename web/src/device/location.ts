import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../local/device/clock';
import { createAveraging } from './averaging';
import { contradicts, type Fix, qualityOf, readFix, type Refusal, STALE_MS } from './fix';

/**
 * `off`: nobody wants it. `rough`, `good`, `excellent`: how exact the fix is; `stale`: it is older than half a minute, and no
 * newer one came. `denied`: the person or the system refused, and may be asked again; `denied_for_good`: the browser does not ask
 * any more; `off_in_system`: the browser would, and the system does not let it. `unavailable`: the device cannot tell. `timeout`:
 * a minute without any fix. `insecure`: browsers tell places only over HTTPS.
 */
export type LocationState = 'off' | 'searching' | 'rough' | 'good' | 'excellent' | 'stale' | LocationTrouble;

export const LOCATION_TROUBLES = [
  'denied',
  'denied_for_good',
  'off_in_system',
  'unavailable',
  'timeout',
  'insecure',
  'unsupported',
] as const;
export type LocationTrouble = (typeof LOCATION_TROUBLES)[number];

/** What is wrong, where something is. */
export function troubleOf(state: LocationState): LocationTrouble | null {
  return LOCATION_TROUBLES.find((trouble) => trouble === state) ?? null;
}

export interface LocationNow {
  state: LocationState;
  /** The last one, also once it is stale. */
  fix: Fix | null;
  /** Why the last one that came was not taken; null where it was. */
  refused: Refusal | null;
}

export interface LocationService {
  store: StoreApi<LocationNow>;
  /** The device looks for its place as long as somebody wants it; the answer ends one's own wish. */
  want(): () => void;
  /** After a refusal or a timeout: asks the device anew. */
  retry(): void;
  /** Whether fixes of a device that stands still are made into one. */
  average(isWanted: boolean): void;
}

const NO_FIX_MS = 60_000;
/** A fix that contradicts the one before waits this long for another that decides between them. */
const JUMP_MS = 5000;
const OFF: LocationNow = { state: 'off', fix: null, refused: null };

interface Parts {
  geolocation?: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined;
  /** What the browser says about this permission; null where it does not say. */
  permission?: () => Promise<Pick<PermissionStatus, 'state' | 'onchange'> | null>;
  isSecure?: () => boolean;
  clock?: Clock;
}

/** One watch for the whole app, which runs only while somebody wants it: a running receiver empties the battery. */
export function createLocation(parts: Parts = {}): LocationService {
  const clock = parts.clock ?? systemClock;
  const isSecure = parts.isSecure ?? (() => globalThis.isSecureContext !== false);
  const receiver = () => ('geolocation' in parts ? parts.geolocation : globalThis.navigator?.geolocation);
  const permission = parts.permission ?? askPermission;
  const store = createStore<LocationNow>(() => OFF);
  const averaging = createAveraging();
  let isAveraging = false;
  let wishes = 0;
  let watch: number | null = null;
  /** The last fix that was taken, as it came. */
  let last: Fix | null = null;
  let doubtful: Fix | null = null;
  let cancelTimeout = () => {};
  let cancelStale = () => {};
  let cancelDoubt = () => {};

  function start() {
    const geolocation = receiver();
    if (!geolocation) return store.setState({ ...OFF, state: 'unsupported' });
    if (!isSecure()) return store.setState({ ...OFF, state: 'insecure' });
    store.setState({ ...OFF, state: 'searching' });
    cancelTimeout = clock.after(NO_FIX_MS, () => {
      if (watch !== null && store.getState().fix === null) store.setState({ state: 'timeout' });
    });
    watch = geolocation.watchPosition(onPosition, onError, { enableHighAccuracy: true, maximumAge: 0, timeout: NO_FIX_MS });
  }

  function stop() {
    for (const cancel of [cancelTimeout, cancelStale, cancelDoubt]) cancel();
    if (watch !== null) receiver()?.clearWatch(watch);
    watch = null;
    last = null;
    doubtful = null;
    averaging.clear();
  }

  function onPosition(position: GeolocationPosition) {
    if (watch === null) return;
    const fix = readFix(position, clock.now());
    if (typeof fix === 'string') return store.setState({ refused: fix });
    if (last === null || !contradicts(last, fix) || (doubtful !== null && !contradicts(doubtful, fix))) return take(fix);
    doubtful = fix;
    store.setState({ refused: 'jump' });
    cancelDoubt();
    // A receiver that falls silent after it gets no second word: its newest one stands.
    cancelDoubt = clock.after(JUMP_MS, () => {
      if (watch !== null && doubtful !== null) take(doubtful);
    });
  }

  function take(fix: Fix) {
    for (const cancel of [cancelTimeout, cancelStale, cancelDoubt]) cancel();
    doubtful = null;
    last = fix;
    const shown = isAveraging ? averaging.add(fix) : fix;
    cancelStale = clock.after(fix.at + STALE_MS + 1 - clock.now(), () => {
      if (watch !== null) store.setState({ state: 'stale' });
    });
    // Last: whoever hears of it may want no more.
    store.setState({ state: qualityOf(shown.accuracy_m), fix: shown, refused: null });
  }

  function onError(error: GeolocationPositionError) {
    if (watch === null) return;
    if (error.code === error.PERMISSION_DENIED) {
      stop();
      store.setState({ ...OFF, state: 'denied' });
      void sayWhoDenied();
    } else if (store.getState().fix === null) store.setState({ state: error.code === error.TIMEOUT ? 'timeout' : 'unavailable' });
  }

  /** Whether asking again would help; and goes on by itself once it is allowed elsewhere. */
  async function sayWhoDenied() {
    const status = await permission().catch(() => null);
    if (!status || store.getState().state !== 'denied') return;
    if (status.state !== 'prompt') store.setState({ state: status.state === 'denied' ? 'denied_for_good' : 'off_in_system' });
    status.onchange = () => {
      if (status.state === 'granted' && watch === null) retry();
    };
  }

  function want(): () => void {
    wishes++;
    if (wishes === 1) start();
    // Whoever comes now wants to know where the device is now; a silent receiver tells it when it is asked anew.
    else if (store.getState().state === 'stale') retry();
    let isWanted = true;
    return () => {
      if (!isWanted) return;
      isWanted = false;
      wishes--;
      if (wishes > 0) return;
      stop();
      store.setState(OFF);
    };
  }

  function retry() {
    if (wishes === 0) return;
    stop();
    start();
  }

  function average(isWanted: boolean) {
    if (isWanted === isAveraging) return;
    isAveraging = isWanted;
    averaging.clear();
  }

  return { store, want, retry, average };
}

async function askPermission(): Promise<PermissionStatus | null> {
  return (await globalThis.navigator?.permissions?.query({ name: 'geolocation' })) ?? null;
}

export const location = createLocation();
