import { describe, expect, it } from 'vitest';
import { FakeClock } from '../local/testing/fake-clock';
import { createLocation } from './location';

type Success = (position: GeolocationPosition) => void;
type Failure = (error: GeolocationPositionError) => void;

/** A receiver in the test's hands. */
function receiver() {
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
  const tell = (latitude: number, longitude: number, accuracy: number | null, timestamp = clock.now()) => {
    const position = { coords: { latitude, longitude, accuracy, altitude: null }, timestamp } as unknown as GeolocationPosition;
    for (const { success } of watches.values()) success(position);
  };
  const fail = (code: number) => {
    const error = { code, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' };
    for (const { failure } of watches.values()) failure(error as GeolocationPositionError);
  };
  const location = createLocation({ geolocation, isSecure: () => true, clock });
  return { location, watches, clock, tell, fail, state: () => location.store.getState() };
}

describe('the place of the device', () => {
  it('rests until somebody wants it, serves all with one watch, and rests again after the last', () => {
    const { location, watches, state } = receiver();
    expect(watches.size).toBe(0);
    const anna = location.want();
    const bram = location.want();
    expect(watches.size).toBe(1);
    expect(state().state).toBe('searching');
    anna();
    anna();
    expect(watches.size).toBe(1);
    bram();
    expect(watches.size).toBe(0);
    expect(state()).toEqual({ state: 'off', fix: null });
  });

  it('calls a fix rough, good or excellent by its accuracy', () => {
    const { location, tell, state } = receiver();
    location.want();
    for (const [accuracy, quality] of [
      [51, 'rough'],
      [50, 'good'],
      [10, 'excellent'],
    ] as const) {
      tell(52.1, 5.1, accuracy);
      expect(state().state).toBe(quality);
    }
  });

  it('takes neither 0,0 nor a place without its accuracy for a fix', () => {
    const { location, tell, state } = receiver();
    location.want();
    tell(0, 0, 5);
    tell(52.1, 5.1, null);
    expect(state()).toEqual({ state: 'searching', fix: null });
  });

  it('says after a minute that there is no fix, goes on looking, and takes one that comes late', async () => {
    const { location, watches, clock, tell, state } = receiver();
    location.want();
    await clock.advance(60_000);
    expect(state().state).toBe('timeout');
    expect(watches.size).toBe(1);
    tell(52.1, 5.1, 8);
    expect(state().state).toBe('excellent');
  });

  it('stops at a refusal, and asks again only when told to', () => {
    const { location, watches, fail, state } = receiver();
    location.want();
    fail(1);
    expect(state().state).toBe('denied');
    expect(watches.size).toBe(0);
    location.retry();
    expect(watches.size).toBe(1);
    expect(state().state).toBe('searching');
  });

  it('keeps a fix when the receiver falters later', () => {
    const { location, tell, fail, state } = receiver();
    location.want();
    tell(52.1, 5.1, 8);
    fail(3);
    expect(state().state).toBe('excellent');
  });

  it('says so where browsers would not tell', () => {
    const insecure = createLocation({ geolocation: receiver().location as never, isSecure: () => false });
    insecure.want();
    expect(insecure.store.getState().state).toBe('insecure');
    const none = createLocation({ geolocation: undefined });
    none.want();
    expect(none.store.getState().state).toBe('unsupported');
  });
});
