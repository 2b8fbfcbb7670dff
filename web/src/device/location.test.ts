import { describe, expect, it } from 'vitest';
import { settle } from '../local/testing/fake-clock';
import { createLocation } from './location';
import { playedReceiver } from './testing/played-receiver';

const OFF = { state: 'off', fix: null, refused: null };
/** About 100 m north. */
const NORTH_100_M = 0.0009;

describe('the place of the device', () => {
  it('rests until somebody wants it, serves all with one watch, and rests again after the last', async () => {
    const { location, watches, clock, now } = playedReceiver();
    expect(watches.size).toBe(0);
    const anna = location.want();
    const bram = location.want();
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

  it('calls a fix rough, good or excellent by its accuracy', () => {
    const { location, tell, now } = playedReceiver();
    location.want();
    for (const [accuracy, quality] of [
      [50.1, 'rough'],
      [50, 'good'],
      [10.1, 'good'],
      [10, 'excellent'],
    ] as const) {
      tell(52.1, 5.1, accuracy);
      expect(now().state).toBe(quality);
    }
  });

  it('hands on what the device tells, and nothing for what it does not', () => {
    const { location, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 8, { altitude: 12.5, altitudeAccuracy: 4, speed: 1.2, heading: NaN });
    expect(now().fix).toMatchObject({ altitude_m: 12.5, altitude_accuracy_m: 4, speed_mps: 1.2, heading_deg: null, fixes: 1 });
  });

  it('takes neither 0,0 nor a place without its accuracy for a fix, and says which it was', () => {
    const { location, tell, now } = playedReceiver();
    location.want();
    tell(0, 0, 5);
    expect(now()).toEqual({ state: 'searching', fix: null, refused: 'zero' });
    for (const accuracy of [null, 0, -1, NaN]) {
      tell(52.1, 5.1, accuracy);
      expect(now()).toEqual({ state: 'searching', fix: null, refused: 'no_accuracy' });
    }
    tell(NaN, 5.1, 5);
    expect(now().fix).toBeNull();
    tell(52.1, 0, 5);
    expect(now()).toMatchObject({ state: 'excellent', refused: null });
  });

  it('refuses what was measured more than half a minute ago, and not what a wrong clock dates', () => {
    const { location, clock, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 5, { timestamp: clock.now() - 30_001 });
    expect(now()).toEqual({ state: 'searching', fix: null, refused: 'old' });
    tell(52.1, 5.1, 5, { timestamp: clock.now() - 30_000 });
    expect(now().state).toBe('excellent');
    // Counted from 2001 instead of 1970, and from tomorrow.
    for (const timestamp of [clock.now() - 978_307_200_000, clock.now() + 60_000]) {
      tell(52.1, 5.1, 5, { timestamp });
      expect(now().fix?.at).toBe(clock.now());
    }
  });

  it('becomes stale for everybody after half a minute without news, and is taken back by the next fix', async () => {
    const { location, clock, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 8, { timestamp: clock.now() - 10_000 });
    await clock.advance(20_000);
    expect(now().state).toBe('excellent');
    await clock.advance(1);
    expect(now()).toMatchObject({ state: 'stale', fix: { latitude: 52.1 } });
    tell(52.1, 5.1, 20);
    expect(now().state).toBe('good');
  });

  it('asks a silent receiver anew when somebody else comes and what is known is stale', async () => {
    const { location, watches, clock, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 8);
    const [first] = watches.keys();
    await clock.advance(31_000);
    location.want();
    expect(watches.size).toBe(1);
    expect([...watches.keys()]).not.toEqual([first]);
    expect(now()).toMatchObject({ state: 'searching', fix: null });
  });

  it('does not believe a jump that no time explains, until a second fix says the same', () => {
    const { location, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 8);
    tell(52.1 + NORTH_100_M, 5.1, 8);
    expect(now()).toMatchObject({ state: 'excellent', fix: { latitude: 52.1 }, refused: 'jump' });
    // The next one takes the side of the first.
    tell(52.10001, 5.1, 8);
    expect(now()).toMatchObject({ fix: { latitude: 52.10001 }, refused: null });
    tell(52.1 + NORTH_100_M, 5.1, 8);
    expect(now().refused).toBe('jump');
    tell(52.10001 + NORTH_100_M, 5.1, 8);
    expect(now()).toMatchObject({ fix: { latitude: 52.10001 + NORTH_100_M }, refused: null });
  });

  it('believes a jump after which the receiver is silent, because nothing speaks against it', async () => {
    const { location, clock, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 8);
    tell(52.2, 5.1, 8);
    await clock.advance(4999);
    expect(now().fix?.latitude).toBe(52.1);
    await clock.advance(1);
    expect(now()).toMatchObject({ fix: { latitude: 52.2 }, refused: null });
  });

  it('follows a walk, a train, and a circle that shrinks', async () => {
    const { location, clock, tell, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 900);
    tell(52.105, 5.1, 12);
    expect(now()).toMatchObject({ fix: { latitude: 52.105 }, refused: null });
    await clock.advance(1000);
    tell(52.105 + NORTH_100_M, 5.1, 8, { speed: 80 });
    expect(now().refused).toBeNull();
  });

  it('says after a minute that there is no fix, goes on looking, and takes one that comes late', async () => {
    const { location, watches, clock, tell, now } = playedReceiver();
    location.want();
    await clock.advance(60_000);
    expect(now().state).toBe('timeout');
    expect(watches.size).toBe(1);
    tell(52.1, 5.1, 8);
    expect(now().state).toBe('excellent');
  });

  it('stops at a refusal, and asks again only when told to', async () => {
    const { location, watches, fail, now } = playedReceiver();
    location.want();
    fail(1);
    await settle();
    expect(now()).toEqual({ ...OFF, state: 'denied' });
    expect(watches.size).toBe(0);
    location.retry();
    expect(watches.size).toBe(1);
    expect(now().state).toBe('searching');
  });

  it('tells a refusal for good from a system that does not let the browser, and goes on once it is allowed', async () => {
    const { location, watches, permission, permit, fail, now } = playedReceiver();
    location.want();
    permission.state = 'denied';
    fail(1);
    await settle();
    expect(now().state).toBe('denied_for_good');
    permit('granted');
    expect(watches.size).toBe(1);
    expect(now().state).toBe('searching');
    fail(1);
    await settle();
    expect(now().state).toBe('off_in_system');
  });

  it('does not wake the receiver for a permission when nobody wants the place any more', async () => {
    const { location, watches, permission, permit, fail, now } = playedReceiver();
    const end = location.want();
    permission.state = 'denied';
    fail(1);
    await settle();
    end();
    permit('granted');
    expect(watches.size).toBe(0);
    expect(now()).toEqual(OFF);
  });

  it('keeps a fix when the receiver falters later', () => {
    const { location, tell, fail, now } = playedReceiver();
    location.want();
    tell(52.1, 5.1, 8);
    fail(3);
    fail(2);
    expect(now().state).toBe('excellent');
  });

  it('says so where the device cannot tell, and where browsers would not', () => {
    const { location, fail, now } = playedReceiver();
    location.want();
    fail(2);
    expect(now().state).toBe('unavailable');
    const insecure = createLocation({ geolocation: { watchPosition: () => 1, clearWatch: () => {} }, isSecure: () => false });
    insecure.want();
    expect(insecure.store.getState().state).toBe('insecure');
    const none = createLocation({ geolocation: undefined });
    none.want();
    expect(none.store.getState().state).toBe('unsupported');
  });
});

describe('fixes of a device that stands still', () => {
  it('are made into one when that is wanted: nearer the exact ones, and claiming no more than the best of them', async () => {
    const { location, clock, tell, now } = playedReceiver();
    location.average(true);
    location.want();
    tell(52.1, 5.1, 5);
    await clock.advance(1000);
    tell(52.1001, 5.1, 10);
    const { fix } = now();
    expect(fix).toMatchObject({ accuracy_m: 5, fixes: 2, at: clock.now() });
    // Weights 4 and 1.
    expect(fix?.latitude).toBeCloseTo(52.10002, 7);
  });

  it('begin anew once the device has moved, and are left alone when nobody asked for a mean', async () => {
    const { location, clock, tell, now } = playedReceiver();
    location.average(true);
    location.want();
    tell(52.1, 5.1, 5);
    await clock.advance(10_000);
    tell(52.1 + NORTH_100_M, 5.1, 5);
    expect(now().fix).toMatchObject({ latitude: 52.1 + NORTH_100_M, fixes: 1 });
    tell(52.1 + NORTH_100_M, 5.1, 5, { speed: 1.4 });
    expect(now().fix?.fixes).toBe(1);
    location.average(false);
    tell(52.1 + NORTH_100_M, 5.10001, 5);
    expect(now().fix).toMatchObject({ longitude: 5.10001, fixes: 1 });
  });

  it('have their mean at the date line, not on the other side of the earth', () => {
    const { location, tell, now } = playedReceiver();
    location.average(true);
    location.want();
    tell(-17, 179.99999, 5);
    tell(-17, -179.99999, 5);
    expect(Math.abs(now().fix!.longitude)).toBeCloseTo(180, 6);
  });
});
