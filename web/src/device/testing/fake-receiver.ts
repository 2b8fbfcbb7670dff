import { FakeClock } from '../../local/testing/fake-clock';
import { createLocation } from '../location';

type Success = (position: GeolocationPosition) => void;
type Failure = (error: GeolocationPositionError) => void;
type More = Partial<Omit<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy' | 'toJSON'>> & { timestamp?: number };

/** A receiver, a permission and a clock that a test controls. */
export function fakeReceiver() {
  const watches = new Map<number, { success: Success; failure: Failure }>();
  let last = 0;
  const geolocation = {
    watchPosition(success: Success, failure?: Failure | null) {
      watches.set(++last, { success, failure: failure ?? (() => {}) });
      return last;
    },
    clearWatch: (id: number) => void watches.delete(id),
  };
  const clock = new FakeClock();
  const permission = { state: 'prompt' as PermissionState, onchange: null as (() => void) | null };
  const tell = (latitude: number, longitude: number, accuracy: number | null, more: More = {}) => {
    const { timestamp = clock.now(), ...rest } = more;
    const coords = { latitude, longitude, accuracy, altitude: null, altitudeAccuracy: null, speed: null, heading: null, ...rest };
    for (const { success } of watches.values()) success({ coords, timestamp } as unknown as GeolocationPosition);
  };
  const fail = (code: number) => {
    const error = { code, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' };
    for (const { failure } of watches.values()) failure(error as GeolocationPositionError);
  };
  const permit = (state: PermissionState) => {
    permission.state = state;
    permission.onchange?.();
  };
  const location = createLocation({
    geolocation,
    permission: () => Promise.resolve(permission as unknown as PermissionStatus),
    isSecure: () => true,
    clock,
  });
  return { location, watches, clock, permission, permit, tell, fail, now: () => location.store.getState() };
}
