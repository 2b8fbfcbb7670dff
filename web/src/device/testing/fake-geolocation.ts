import { vi } from 'vitest';

type Success = (position: GeolocationPosition) => void;
type Failure = (error: GeolocationPositionError) => void;
type More = Partial<Omit<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy' | 'toJSON'>> & { timestamp?: number };

/** `navigator.geolocation` with the positions and errors that a test reports. */
export class FakeGeolocation implements Pick<Geolocation, 'watchPosition' | 'clearWatch'> {
  readonly watches = new Map<number, { success: Success; failure: Failure }>();
  readonly #now: () => number;
  #last = 0;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  watchPosition(success: Success, failure?: Failure | null): number {
    this.watches.set(++this.#last, { success, failure: failure ?? (() => {}) });
    return this.#last;
  }

  clearWatch(id: number): void {
    this.watches.delete(id);
  }

  /** A position with its accuracy in metres. */
  readonly report = (latitude: number, longitude: number, accuracy: number | null, more: More = {}): void => {
    const { timestamp = this.#now(), ...rest } = more;
    const coords = { latitude, longitude, accuracy, altitude: null, altitudeAccuracy: null, speed: null, heading: null, ...rest };
    for (const { success } of this.watches.values()) success({ coords, timestamp } as unknown as GeolocationPosition);
  };

  /** An error by its code: 1 permission denied, 2 position unavailable, 3 timeout. */
  readonly fail = (code: number): void => {
    const error = { code, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' };
    for (const { failure } of this.watches.values()) failure(error as GeolocationPositionError);
  };
}

/** Gives the page this location service, and the secure context that browsers require, until the test ends. */
export function stubGeolocation(): FakeGeolocation {
  const geolocation = new FakeGeolocation();
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(geolocation as unknown as Geolocation);
  return geolocation;
}
