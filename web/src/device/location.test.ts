import { describe, expect, it } from 'vitest';
import { waitForIdle } from '../local/testing/fake-clock';
import { createLocation } from './location';
import { fakeLocation } from './testing/fake-location';

const OFF = { state: 'off', fix: null, rejected: null };
/** About 100 m north. */
const NORTH_100_M = 0.0009;

describe('the location of the device', () => {
  it('is off until the first user, serves all users with one watch, and turns off after the last', async () => {
    const { location, watches, clock, now } = fakeLocation();
    expect(watches.size).toBe(0);
    const anna = location.acquire();
    const bram = location.acquire();
    expect(watches.size).toBe(1);
    expect(now().state).toBe('searching');
    anna();
    anna();
    expect(watches.size).toBe(1);
    bram();
    expect(watches.size).toBe(0);
    expect(now()).toEqual(OFF);
    await clock.advance(120_000);
    expect(now()).toEqual(OFF);
  });

  it('rates a fix rough, good or excellent by its accuracy', () => {
    const { location, report, now } = fakeLocation();
    location.acquire();
    for (const [accuracy, quality] of [
      [50.1, 'rough'],
      [50, 'good'],
      [10.1, 'good'],
      [10, 'excellent'],
    ] as const) {
      report(52.1, 5.1, accuracy);
      expect(now().state).toBe(quality);
    }
  });

  it('passes on what the device reports, and null for the rest', () => {
    const { location, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 8, { altitude: 12.5, altitudeAccuracy: 4, speed: 1.2, heading: NaN });
    expect(now().fix).toMatchObject({ altitude_m: 12.5, altitude_accuracy_m: 4, speed_mps: 1.2, heading_deg: null, fixes: 1 });
  });

  it('rejects 0,0 and positions without an accuracy, and gives the reason', () => {
    const { location, report, now } = fakeLocation();
    location.acquire();
    report(0, 0, 5);
    expect(now()).toEqual({ state: 'searching', fix: null, rejected: 'zero' });
    for (const accuracy of [null, 0, -1, NaN]) {
      report(52.1, 5.1, accuracy);
      expect(now()).toEqual({ state: 'searching', fix: null, rejected: 'no_accuracy' });
    }
    report(NaN, 5.1, 5);
    expect(now().fix).toBeNull();
    report(52.1, 0, 5);
    expect(now()).toMatchObject({ state: 'excellent', rejected: null });
  });

  it('rejects positions older than 30 s, but not those dated by a wrong clock', () => {
    const { location, clock, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 5, { timestamp: clock.now() - 30_001 });
    expect(now()).toEqual({ state: 'searching', fix: null, rejected: 'old' });
    report(52.1, 5.1, 5, { timestamp: clock.now() - 30_000 });
    expect(now().state).toBe('excellent');
    // Counted from 2001 instead of 1970, and from tomorrow.
    for (const timestamp of [clock.now() - 978_307_200_000, clock.now() + 60_000]) {
      report(52.1, 5.1, 5, { timestamp });
      expect(now().fix?.at).toBe(clock.now());
    }
  });

  it('becomes stale after 30 s without a fix, and recovers with the next one', async () => {
    const { location, clock, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 8, { timestamp: clock.now() - 10_000 });
    await clock.advance(20_000);
    expect(now().state).toBe('excellent');
    await clock.advance(1);
    expect(now()).toMatchObject({ state: 'stale', fix: { latitude: 52.1 } });
    report(52.1, 5.1, 20);
    expect(now().state).toBe('good');
  });

  it('restarts a silent location service when a new user finds the fix stale', async () => {
    const { location, watches, clock, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 8);
    const [first] = watches.keys();
    await clock.advance(31_000);
    location.acquire();
    expect(watches.size).toBe(1);
    expect([...watches.keys()]).not.toEqual([first]);
    expect(now()).toMatchObject({ state: 'searching', fix: null });
  });

  it('rejects an impossible jump until a second fix confirms it', () => {
    const { location, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 8);
    report(52.1 + NORTH_100_M, 5.1, 8);
    expect(now()).toMatchObject({ state: 'excellent', fix: { latitude: 52.1 }, rejected: 'jump' });
    // The next fix confirms the first.
    report(52.10001, 5.1, 8);
    expect(now()).toMatchObject({ fix: { latitude: 52.10001 }, rejected: null });
    report(52.1 + NORTH_100_M, 5.1, 8);
    expect(now().rejected).toBe('jump');
    report(52.10001 + NORTH_100_M, 5.1, 8);
    expect(now()).toMatchObject({ fix: { latitude: 52.10001 + NORTH_100_M }, rejected: null });
  });

  it('accepts a jump when no fix follows', async () => {
    const { location, clock, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 8);
    report(52.2, 5.1, 8);
    await clock.advance(4999);
    expect(now().fix?.latitude).toBe(52.1);
    await clock.advance(1);
    expect(now()).toMatchObject({ fix: { latitude: 52.2 }, rejected: null });
  });

  it('follows a walk, a train, and an improving accuracy', async () => {
    const { location, clock, report, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 900);
    report(52.105, 5.1, 12);
    expect(now()).toMatchObject({ fix: { latitude: 52.105 }, rejected: null });
    await clock.advance(1000);
    report(52.105 + NORTH_100_M, 5.1, 8, { speed: 80 });
    expect(now().rejected).toBeNull();
  });

  it('reports a timeout after a minute without a fix, keeps searching, and accepts a late fix', async () => {
    const { location, watches, clock, report, now } = fakeLocation();
    location.acquire();
    await clock.advance(60_000);
    expect(now().state).toBe('timeout');
    expect(watches.size).toBe(1);
    report(52.1, 5.1, 8);
    expect(now().state).toBe('excellent');
  });

  it('stops when permission is refused, and asks again only on retry', async () => {
    const { location, watches, fail, now } = fakeLocation();
    location.acquire();
    fail(1);
    await waitForIdle();
    expect(now()).toEqual({ ...OFF, state: 'denied' });
    expect(watches.size).toBe(0);
    location.retry();
    expect(watches.size).toBe(1);
    expect(now().state).toBe('searching');
  });

  it('distinguishes a permanent refusal from a block by the system, and continues once permission is granted', async () => {
    const { location, watches, permission, permit, fail, now } = fakeLocation();
    location.acquire();
    permission.state = 'denied';
    fail(1);
    await waitForIdle();
    expect(now().state).toBe('denied_for_good');
    permit('granted');
    expect(watches.size).toBe(1);
    expect(now().state).toBe('searching');
    fail(1);
    await waitForIdle();
    expect(now().state).toBe('off_in_system');
  });

  it('does not start locating on a permission when there is no user left', async () => {
    const { location, watches, permission, permit, fail, now } = fakeLocation();
    const end = location.acquire();
    permission.state = 'denied';
    fail(1);
    await waitForIdle();
    end();
    permit('granted');
    expect(watches.size).toBe(0);
    expect(now()).toEqual(OFF);
  });

  it('keeps its fix when the location service fails later', () => {
    const { location, report, fail, now } = fakeLocation();
    location.acquire();
    report(52.1, 5.1, 8);
    fail(3);
    fail(2);
    expect(now().state).toBe('excellent');
  });

  it('reports devices without a location, and pages where browsers refuse it', () => {
    const { location, fail, now } = fakeLocation();
    location.acquire();
    fail(2);
    expect(now().state).toBe('unavailable');
    const insecure = createLocation({ geolocation: { watchPosition: () => 1, clearWatch: () => {} }, isSecure: () => false });
    insecure.acquire();
    expect(insecure.store.getState().state).toBe('insecure');
    const none = createLocation({ geolocation: undefined });
    none.acquire();
    expect(none.store.getState().state).toBe('unsupported');
  });
});

describe('averaging the fixes of a device that stands still', () => {
  it('weights accurate fixes more, and claims the accuracy of the best', async () => {
    const { location, clock, report, now } = fakeLocation();
    location.average(true);
    location.acquire();
    report(52.1, 5.1, 5);
    await clock.advance(1000);
    report(52.1001, 5.1, 10);
    const { fix } = now();
    expect(fix).toMatchObject({ accuracy_m: 5, fixes: 2, at: clock.now() });
    // Weights 4 and 1.
    expect(fix?.latitude).toBeCloseTo(52.10002, 7);
  });

  it('starts over once the device has moved, and does nothing when disabled', async () => {
    const { location, clock, report, now } = fakeLocation();
    location.average(true);
    location.acquire();
    report(52.1, 5.1, 5);
    await clock.advance(10_000);
    report(52.1 + NORTH_100_M, 5.1, 5);
    expect(now().fix).toMatchObject({ latitude: 52.1 + NORTH_100_M, fixes: 1 });
    report(52.1 + NORTH_100_M, 5.1, 5, { speed: 1.4 });
    expect(now().fix?.fixes).toBe(1);
    location.average(false);
    report(52.1 + NORTH_100_M, 5.10001, 5);
    expect(now().fix).toMatchObject({ longitude: 5.10001, fixes: 1 });
  });

  it('works across the antimeridian', () => {
    const { location, report, now } = fakeLocation();
    location.average(true);
    location.acquire();
    report(-17, 179.99999, 5);
    report(-17, -179.99999, 5);
    expect(Math.abs(now().fix!.longitude)).toBeCloseTo(180, 6);
  });
});
