import { describe, expect, it } from 'vitest';
import { locateOnce } from './locate-once';
import { fakeLocation } from './testing/fake-location';

describe('locating the device once', () => {
  it('returns the first fix and releases the location service', async () => {
    const { location, clock, watches, report } = fakeLocation();
    const asked = locateOnce(15_000, { service: location, clock, permission: () => Promise.resolve(null) });
    report(0, 0, 5);
    report(52.1, 5.1, 900);
    expect(await asked).toMatchObject({ latitude: 52.1, accuracy_m: 900 });
    expect(watches.size).toBe(0);
    expect(clock.next).toBeNull();
  });

  it('returns the fix of a running location service, and leaves it running for its other users', async () => {
    const { location, clock, watches, report } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 9);
    expect(await locateOnce(15_000, { service: location, clock, permission: () => Promise.resolve(null) })).toMatchObject({
      latitude: 52.1,
    });
    expect(watches.size).toBe(1);
  });

  it('gives up on a refusal and on a timeout', async () => {
    const { location, clock, watches, fail } = fakeLocation();
    const rejected = locateOnce(15_000, { service: location, clock, permission: () => Promise.resolve(null) });
    fail(1);
    expect(await rejected).toBeNull();
    const silent = locateOnce(15_000, { service: location, clock, permission: () => Promise.resolve(null) });
    await clock.advance(15_000);
    expect(await silent).toBeNull();
    expect(watches.size).toBe(0);
  });

  it('waits for the answer to the browser’s question, however long it takes, and then for the fix', async () => {
    for (const finds of [true, false]) {
      const { location, clock, watches, report, permission, permit } = fakeLocation();
      let found: unknown = 'nothing yet';
      const query = () => Promise.resolve(permission as unknown as PermissionStatus);
      void locateOnce(15_000, { service: location, clock, permission: query }).then((fix) => (found = fix));
      await clock.advance(0);
      await clock.advance(120_000);
      expect(found).toBe('nothing yet');
      permit('granted');
      await clock.advance(14_999);
      expect(found).toBe('nothing yet');
      if (finds) report(52.1, 5.1, 9);
      await clock.advance(1);
      if (finds) expect(found).toMatchObject({ latitude: 52.1 });
      else expect(found).toBeNull();
      expect(watches.size).toBe(0);
    }
  });
});
