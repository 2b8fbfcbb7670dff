// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useState } from 'react';
import type { Fix } from '../../../device/fix';
import { location } from '../../../device/location';
import { NO_FACTS } from '../../../local/db/rows';
import { person } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import type { FormPatch, FormValues } from '../form-values';
import { formAtNoon } from '../testing/records';
import type { ObserveForm } from '../use-observe-form';
import { isBetter, usePlace } from './use-place';
import { deviceTimeZone, wallClock } from '../../geo/time-zone';

type Success = (position: GeolocationPosition) => void;
type Failure = (error: GeolocationPositionError) => void;
let watch: { success: Success; failure: Failure } | null = null;

const anna = person('anna');
const wanting = (recording: Partial<(typeof anna)['preferences']['recording']>) =>
  auth.store.setState({
    user: { ...anna, preferences: { ...anna.preferences, recording: { ...anna.preferences.recording, ...recording } } },
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(globalThis.navigator, 'geolocation', 'get').mockReturnValue({
    watchPosition: (success: Success, failure: Failure) => {
      watch = { success, failure };
      return 1;
    },
    clearWatch: () => void (watch = null),
  } as unknown as Geolocation);
  wanting({});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tell = (latitude: number, accuracy: number, longitude = 5.1) =>
  act(() => watch?.success({ coords: { latitude, longitude, accuracy }, timestamp: Date.now() } as unknown as GeolocationPosition));
const refuse = () => act(() => watch?.failure({ code: 1, PERMISSION_DENIED: 1, TIMEOUT: 3 } as GeolocationPositionError));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A form that only holds its values. */
function open(start: FormPatch = {}, startsMeasuring = true) {
  const quiet: boolean[] = [];
  const { result, unmount } = renderHook(() => {
    const [values, setValues] = useState<FormValues>(formAtNoon(start));
    const [change] = useState(() => (patch: FormPatch | ((now: FormValues) => FormPatch), options: { quiet?: boolean } = {}) => {
      quiet.push(options.quiet ?? false);
      setValues((now) => ({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) }));
    });
    return { values, place: usePlace({ values, change } as unknown as ObserveForm, startsMeasuring) };
  });
  return { result, unmount, quiet, values: () => result.current.values, place: () => result.current.place };
}

describe('the place of a form', () => {
  it('gets better with each fix and is frozen at the wanted accuracy; then the receiver rests', () => {
    const { values, place, quiet } = open();
    tell(52.1, 40);
    expect(values()).toMatchObject({ latitude: 52.1, coordinate_uncertainty_m: 40, location_source: 'gps' });
    tell(52.10001, 60);
    expect(values().coordinate_uncertainty_m).toBe(40);
    expect(place()).toMatchObject({ isMeasuring: true, isFrozen: false });
    tell(52.10002, 9.2);
    expect(values()).toMatchObject({ latitude: 52.10002, coordinate_uncertainty_m: 10 });
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
    expect(watch).toBeNull();
    expect(location.store.getState().state).toBe('off');
    // What came by itself makes no draft.
    expect(quiet.every(Boolean)).toBe(true);
  });

  it.each([
    [5, 8, true],
    [5, 5, false],
    [25, 24, false],
  ] as const)('with %i m wanted, %i m goes on measuring: %s', (target_accuracy_m, accuracy, goesOn) => {
    wanting({ target_accuracy_m });
    const { place } = open();
    tell(52.1, accuracy);
    expect(place().isMeasuring).toBe(goesOn);
  });

  it('takes the best of a minute where the wanted accuracy does not come', async () => {
    const { values, place } = open();
    tell(52.1, 80);
    await pass(30_000);
    tell(52.1, 30);
    await pass(30_000);
    expect(values().coordinate_uncertainty_m).toBe(30);
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
  });

  it('makes ten fixes into one where that is wanted, and not fewer', async () => {
    wanting({ average_fixes: true });
    const { values, place } = open();
    for (let count = 1; count <= 10; count++) {
      expect(place().isMeasuring).toBe(true);
      tell(count % 2 ? 52.1 : 52.10002, 5);
      await pass(1000);
    }
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
    expect(values()).toMatchObject({ latitude: 52.10001, coordinate_uncertainty_m: 5 });
  });

  it('takes nothing stale: not an old fix that is still shown', async () => {
    const end = location.acquire();
    tell(52.1, 8);
    await pass(31_000);
    expect(location.store.getState().state).toBe('stale');
    const { values, place } = open();
    expect(values().latitude).toBeNull();
    expect(place().live.state).toBe('searching');
    tell(52.2, 8);
    expect(values().latitude).toBe(52.2);
    end();
  });

  it('measures anew without losing what is there before there is something better', () => {
    const { values, place, quiet } = open({ latitude: 48, longitude: 2, location_source: 'typed', coordinate_uncertainty_m: 3 }, false);
    act(() => place().measure());
    expect(values().latitude).toBe(48);
    refuse();
    expect(values().latitude).toBe(48);
    act(() => place().measure());
    act(() => place().live.retry());
    tell(52.1, 30);
    expect(values()).toMatchObject({ latitude: 52.1, location_source: 'gps', coordinate_uncertainty_m: 30 });
    // The person asked for it: that is a change to keep.
    expect(quiet).toContain(false);
    tell(52.10001, 40);
    expect(values().latitude).toBe(52.1);
  });

  it('stays as it is once the person types, takes an offer, or sets the uncertainty', async () => {
    const { values, place } = open();
    tell(52.1, 40);
    act(() =>
      place().takeOffer({
        latitude: 52.3,
        longitude: 5.3,
        coordinate_uncertainty_m: 25,
        location_source: 'saved_place',
        location_id: 'garden',
      }),
    );
    expect(values()).toMatchObject({ latitude: 52.3, location_source: 'saved_place', location_id: 'garden', coordinate_uncertainty_m: 25 });
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: false });
    expect(watch).toBeNull();
    await pass(120_000);
    expect(values().latitude).toBe(52.3);
    expect(place().isFrozen).toBe(false);
    act(() => place().setTyped({ latitude: 1, longitude: 2 }, null));
    expect(values()).toMatchObject({ latitude: 1, location_source: 'typed', location_id: null, coordinate_uncertainty_m: null });
  });

  it('takes a photo’s place over a measured one, and knows how far its person is from there', () => {
    const { values, place } = open();
    tell(52.1, 20);
    act(() => place().applyPhoto({ ...NO_FACTS, latitude: 52.2, longitude: 5.1, coordinate_uncertainty_m: 5 }));
    expect(values()).toMatchObject({ latitude: 52.2, location_source: 'exif' });
    expect(place().here).toMatchObject({ latitude: 52.1 });
  });

  it.each(['cleared', 'measured'] as const)('tells a "now" by the clock of this device again once a place elsewhere is %s', (how) => {
    vi.setSystemTime(new Date('2026-05-10T12:00:00Z'));
    const tokyo = { latitude: 35.7, longitude: 139.7, location_source: 'typed', time_zone: 'Asia/Tokyo' } as const;
    const { values, place } = open({ ...tokyo, day: '2026-05-10', time: '21:00' }, false);
    act(() => (how === 'cleared' ? place().clear() : place().measure()));
    if (how === 'measured') tell(52.1, 5);
    expect(values()).toMatchObject({ latitude: how === 'cleared' ? null : 52.1, time_zone: deviceTimeZone() });
    expect(values()).toMatchObject(wallClock(deviceTimeZone(), new Date()));
  });

  it('leaves a time that was typed as it is, wherever the place goes', () => {
    const { values, place } = open({ when_source: 'typed', time_zone: 'Asia/Tokyo', day: '2026-05-10', time: '21:00' }, false);
    act(() => place().measure());
    tell(52.1, 5);
    expect(values()).toMatchObject({ latitude: 52.1, day: '2026-05-10', time: '21:00' });
  });

  it('is measured by nobody once the form is left', () => {
    const { unmount } = open();
    expect(watch).not.toBeNull();
    unmount();
    expect(watch).toBeNull();
  });
});

describe('a new fix', () => {
  const fix = (change: Partial<Fix> = {}): Fix => ({
    latitude: 52.1,
    longitude: 5.1,
    accuracy_m: 20,
    altitude_m: null,
    altitude_accuracy_m: null,
    speed_mps: null,
    heading_deg: null,
    at: 0,
    fixes: 1,
    ...change,
  });
  const place = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'gps' as const };

  it('is taken when it is nearer, or when the person has walked on', () => {
    expect(isBetter(fix({ accuracy_m: 8 }), place)).toBe(true);
    expect(isBetter(fix({ accuracy_m: 20 }), place)).toBe(false);
    expect(isBetter(fix({ accuracy_m: 20, latitude: 52.101 }), place)).toBe(true);
  });

  it('never overwrites what was typed, offered or came from a photo', () => {
    for (const location_source of ['typed', 'exif', 'saved_place', 'neighbour', 'last_known'] as const)
      expect(isBetter(fix({ accuracy_m: 1 }), { ...place, location_source })).toBe(false);
  });
});
