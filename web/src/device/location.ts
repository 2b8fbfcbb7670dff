import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../local/device/clock';
import { classifyDenial, queryPermission, type PermissionQuery } from './location-permission';
import { type Fix, rateAccuracy, type FixRejection, STALE_MS } from './fix';
import { createFixFilter } from './fix-filter';

/**
 * - `off`: the location is not in use.
 * - `rough`, `good`, `excellent`: the accuracy of the fix.
 * - `stale`: the fix is older than 30 s and no newer one arrived.
 * - `denied`: permission was denied and may be requested again.
 * - `denied_for_good`: the browser no longer asks for permission.
 * - `off_in_system`: the browser has permission, the operating system blocks it.
 * - `unavailable`: the device cannot determine its location.
 * - `timeout`: no fix for a minute.
 * - `insecure`: browsers provide the location over HTTPS only.
 */
export type LocationState = 'off' | 'searching' | 'rough' | 'good' | 'excellent' | 'stale' | LocationError;

export const LOCATION_ERRORS = ['denied', 'denied_for_good', 'off_in_system', 'unavailable', 'timeout', 'insecure', 'unsupported'] as const;
export type LocationError = (typeof LOCATION_ERRORS)[number];

/** The error that a state represents, or null. */
export function findLocationError(state: LocationState): LocationError | null {
  return LOCATION_ERRORS.find((error) => error === state) ?? null;
}

export interface LocationNow {
  state: LocationState;
  /** The last accepted fix, stale or not. */
  fix: Fix | null;
  /** Why the latest fix was rejected; null when it was accepted. */
  rejected: FixRejection | null;
}

export interface LocationService {
  store: StoreApi<LocationNow>;
  /** Keeps the location service running until the returned function is called. */
  acquire(): () => void;
  /** Starts over after a denial or a timeout. */
  retry(): void;
  /** Turns averaging on or off for a device that stands still. */
  average(isEnabled: boolean): void;
}

const NO_FIX_MS = 60_000;
const OFF: LocationNow = { state: 'off', fix: null, rejected: null };

interface Options {
  geolocation?: Pick<Geolocation, 'watchPosition' | 'clearWatch'> | undefined;
  permission?: PermissionQuery;
  isSecure?: () => boolean;
  clock?: Clock;
}

/** One watch for the whole app. It runs only while in use, because GPS drains the battery. */
class SharedLocation implements LocationService {
  readonly store = createStore<LocationNow>(() => OFF);
  readonly #options: Options;
  readonly #clock: Clock;
  readonly #filter;
  #users = 0;
  #watch: number | null = null;
  #cancelTimeout = () => {};
  #cancelStale = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#filter = createFixFilter(this.#clock, {
      onAccept: (fix) => this.#show(fix),
      onReject: (rejected) => this.store.setState({ rejected }),
    });
  }

  acquire = (): (() => void) => {
    this.#users++;
    if (this.#users === 1) this.#start();
    // A new consumer needs the current location; restarting wakes a location service that has fallen silent.
    else if (this.store.getState().state === 'stale') this.retry();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#users--;
      if (this.#users > 0) return;
      this.#stop();
      this.store.setState(OFF);
    };
  };

  retry = (): void => {
    if (this.#users === 0) return;
    this.#stop();
    this.#start();
  };

  average = (isEnabled: boolean): void => this.#filter.average(isEnabled);

  get #geolocation() {
    return 'geolocation' in this.#options ? this.#options.geolocation : globalThis.navigator?.geolocation;
  }

  #start() {
    const geolocation = this.#geolocation;
    const isSecure = this.#options.isSecure?.() ?? globalThis.isSecureContext !== false;
    if (!geolocation) return this.store.setState({ ...OFF, state: 'unsupported' });
    if (!isSecure) return this.store.setState({ ...OFF, state: 'insecure' });
    this.store.setState({ ...OFF, state: 'searching' });
    this.#cancelTimeout = this.#clock.after(NO_FIX_MS, () => {
      if (this.#watch !== null && this.store.getState().fix === null) this.store.setState({ state: 'timeout' });
    });
    this.#watch = geolocation.watchPosition(
      (position) => {
        if (this.#watch !== null) this.#filter.add(position);
      },
      (error) => this.#onError(error),
      { enableHighAccuracy: true, maximumAge: 0, timeout: NO_FIX_MS },
    );
  }

  #stop() {
    this.#cancelTimeout();
    this.#cancelStale();
    if (this.#watch !== null) this.#geolocation?.clearWatch(this.#watch);
    this.#watch = null;
    this.#filter.clear();
  }

  #show(fix: Fix) {
    this.#cancelTimeout();
    this.#cancelStale();
    this.#cancelStale = this.#clock.after(fix.at + STALE_MS + 1 - this.#clock.now(), () => {
      if (this.#watch !== null) this.store.setState({ state: 'stale' });
    });
    // Last, because a listener may release the location.
    this.store.setState({ state: rateAccuracy(fix.accuracy_m), fix, rejected: null });
  }

  #onError(error: GeolocationPositionError) {
    if (this.#watch === null) return;
    if (error.code === error.PERMISSION_DENIED) {
      this.#stop();
      this.store.setState({ ...OFF, state: 'denied' });
      void this.#explainDenial();
    } else if (this.store.getState().fix === null) this.store.setState({ state: error.code === error.TIMEOUT ? 'timeout' : 'unavailable' });
  }

  /** Finds out whether permission can be requested again, and starts over once it is granted elsewhere. */
  async #explainDenial() {
    const status = await (this.#options.permission ?? queryPermission)().catch(() => null);
    if (!status || this.store.getState().state !== 'denied') return;
    this.store.setState({ state: classifyDenial(status.state) });
    status.onchange = () => {
      if (status.state === 'granted' && this.#watch === null) this.retry();
    };
  }
}

export function createLocation(options: Options = {}): LocationService {
  return new SharedLocation(options);
}

export const location = createLocation();
