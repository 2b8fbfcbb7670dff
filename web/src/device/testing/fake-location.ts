import { FakeClock } from '../../local/testing/fake-clock';
import { createLocation } from '../location';
import { FakeGeolocation } from './fake-geolocation';

/** A location service, a permission and a clock that a test controls. */
export function fakeLocation() {
  const clock = new FakeClock();
  const geolocation = new FakeGeolocation(() => clock.now());
  const permission = { state: 'prompt' as PermissionState, onchange: null as (() => void) | null };
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
  const { watches, report, fail } = geolocation;
  return { location, watches, clock, permission, permit, report, fail, now: () => location.store.getState() };
}
