// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useState } from 'react';
import type { Fix } from '../../../device/fix';
import { location } from '../../../device/location';
import { type FakeGeolocation, stubGeolocation } from '../../../device/testing/fake-geolocation';
import { NO_FACTS } from '../../../local/db/rows';
import { anna } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import { signIn } from '../../../testing/render-as';
import type { FormPatch, FormValues } from '../form-values';
import { formAtNoon } from '../testing/records';
import type { ObserveForm } from '../use-observe-form';
import { isBetter, usePlace } from './use-place';

let geolocation: FakeGeolocation;

const setPreferences = (recording: Partial<(typeof anna)['preferences']['recording']>) =>
  auth.store.setState({
    user: { ...anna, preferences: { ...anna.preferences, recording: { ...anna.preferences.recording, ...recording } } },
  });

beforeEach(async () => {
  await signIn(anna);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  geolocation = stubGeolocation();
});

const reportPosition = (latitude: number, accuracy: number) => act(() => geolocation.report(latitude, 5.1, accuracy));
const denyPermission = () => act(() => geolocation.fail(1));
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A form that only holds its values, and whether it was begun. */
function renderPlace(start: FormPatch = {}, startsMeasuring = true, renews = startsMeasuring) {
  const quiet: boolean[] = [];
  const { result, unmount } = renderHook(() => {
    const [isBegun, setBegun] = useState(false);
    const [values, setValues] = useState<FormValues>(formAtNoon(start));
    const [change] = useState(() => (patch: FormPatch | ((now: FormValues) => FormPatch), options: { quiet?: boolean } = {}) => {
      quiet.push(options.quiet ?? false);
      setValues((now) => ({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) }));
    });
    const form = { values, change, isBegun } as unknown as ObserveForm;
    return { values, begin: () => setBegun(true), place: usePlace(form, startsMeasuring, renews) };
  });
  const begin = () => act(() => result.current.begin());
  return { result, unmount, quiet, begin, values: () => result.current.values, place: () => result.current.place };
}

describe('the place of the form', () => {
  it('improves with each fix and is locked at the target accuracy, which stops the location service', () => {
    const { values, place, quiet } = renderPlace();
    reportPosition(52.1, 40);
    expect(values()).toMatchObject({ latitude: 52.1, coordinate_uncertainty_m: 40, location_source: 'gps' });
    reportPosition(52.10001, 60);
    expect(values().coordinate_uncertainty_m).toBe(40);
    expect(place()).toMatchObject({ isMeasuring: true, isFrozen: false });
    reportPosition(52.10002, 9.2);
    expect(values()).toMatchObject({ latitude: 52.10002, coordinate_uncertainty_m: 10 });
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
    expect(geolocation.watches.size).toBe(0);
    expect(location.store.getState().state).toBe('off');
    // What came by itself makes no draft.
    expect(quiet.every(Boolean)).toBe(true);
  });

  it.each([
    [5, 8, true],
    [5, 5, false],
    [25, 24, false],
  ] as const)('with a target of %i m, a fix of %i m keeps measuring: %s', (target_accuracy_m, accuracy, goesOn) => {
    setPreferences({ target_accuracy_m });
    const { place } = renderPlace();
    reportPosition(52.1, accuracy);
    expect(place().isMeasuring).toBe(goesOn);
  });

  it('takes the best fix of a minute if the target is not reached', async () => {
    const { values, place } = renderPlace();
    reportPosition(52.1, 80);
    await advance(30_000);
    reportPosition(52.1, 30);
    await advance(30_000);
    expect(values().coordinate_uncertainty_m).toBe(30);
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
  });

  it('averages ten fixes, not fewer, if that is enabled', async () => {
    setPreferences({ average_fixes: true });
    const { values, place } = renderPlace();
    for (let count = 1; count <= 10; count++) {
      expect(place().isMeasuring).toBe(true);
      reportPosition(count % 2 ? 52.1 : 52.10002, 5);
      await advance(1000);
    }
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
    expect(values()).toMatchObject({ latitude: 52.10001, coordinate_uncertainty_m: 5 });
  });

  it('does not take a stale fix', async () => {
    const end = location.acquire();
    reportPosition(52.1, 8);
    await advance(31_000);
    expect(location.store.getState().state).toBe('stale');
    const { values, place } = renderPlace();
    expect(values().latitude).toBeNull();
    expect(place().live.state).toBe('searching');
    reportPosition(52.2, 8);
    expect(values().latitude).toBe(52.2);
    end();
  });

  it('is measured again at the first input if the form was open for longer than a fix is good for', async () => {
    const { values, place, begin, quiet } = renderPlace();
    reportPosition(52.1, 8);
    expect(place()).toMatchObject({ isMeasuring: false, isFrozen: true });
    await advance(31_000);
    begin();
    expect(values()).toMatchObject({ latitude: null, location_source: null });
    expect(place()).toMatchObject({ isMeasuring: true, isFrozen: false });
    reportPosition(52.2, 40);
    expect(values()).toMatchObject({ latitude: 52.2, coordinate_uncertainty_m: 40 });
    expect(quiet.every(Boolean)).toBe(true);
  });

  it('stays at the first input if it is new, chosen by the person, or from photos', async () => {
    const fresh = renderPlace();
    reportPosition(52.1, 8);
    await advance(29_000);
    fresh.begin();
    expect(fresh.values().latitude).toBe(52.1);
    expect(fresh.place().isMeasuring).toBe(false);
    fresh.unmount();
    for (const place_by of ['person', 'photos'] as const) {
      const chosen = renderPlace({ latitude: 48, longitude: 2, location_source: 'gps', place_by }, false, true);
      await advance(31_000);
      chosen.begin();
      expect(chosen.values().latitude).toBe(48);
      expect(chosen.place().isMeasuring).toBe(false);
      chosen.unmount();
    }
  });

  it('is kept from the record before at the first input, until a fix shows that the device has moved', async () => {
    const before = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 8, location_source: 'gps', place_by: 'device' } as const;
    const { values, place, begin } = renderPlace(before, false, true);
    await advance(31_000);
    begin();
    expect(values().latitude).toBe(52.1);
    expect(place().isMeasuring).toBe(true);
    reportPosition(52.10001, 30);
    expect(values().coordinate_uncertainty_m).toBe(8);
    await advance(20_000);
    reportPosition(52.1012, 30);
    expect(values()).toMatchObject({ latitude: 52.1012, coordinate_uncertainty_m: 30 });
  });

  it('is awaited if a form that was open for long is saved without any input', async () => {
    const { values, place } = renderPlace();
    reportPosition(52.1, 8);
    await advance(29_000);
    expect(place().atSaving()).toBeUndefined();
    await advance(2000);
    let atSaving: string | undefined;
    act(() => {
      atSaving = place().atSaving();
    });
    expect(atSaving).toBe('awaited');
    expect(values().latitude).toBeNull();
  });

  it('keeps the current place while measuring again, until there is a fix', () => {
    const { values, place, quiet } = renderPlace(
      { latitude: 48, longitude: 2, location_source: 'typed', coordinate_uncertainty_m: 3 },
      false,
    );
    act(() => place().measure());
    expect(values().latitude).toBe(48);
    denyPermission();
    expect(values().latitude).toBe(48);
    act(() => place().measure());
    act(() => place().live.retry());
    reportPosition(52.1, 30);
    expect(values()).toMatchObject({ latitude: 52.1, location_source: 'gps', coordinate_uncertainty_m: 30 });
    // The person asked for it: that is a change to keep.
    expect(quiet).toContain(false);
    reportPosition(52.10001, 40);
    expect(values().latitude).toBe(52.1);
  });

  it('is not overwritten once the person types it or takes a suggestion', async () => {
    const { values, place } = renderPlace();
    reportPosition(52.1, 40);
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
    expect(geolocation.watches.size).toBe(0);
    await advance(120_000);
    expect(values().latitude).toBe(52.3);
    expect(place().isFrozen).toBe(false);
    act(() => place().setTyped({ latitude: 1, longitude: 2 }, null));
    expect(values()).toMatchObject({ latitude: 1, location_source: 'typed', location_id: null, coordinate_uncertainty_m: null });
  });

  it('can be the photo’s instead of the measured one, which is kept for comparison', () => {
    const { values, place } = renderPlace();
    reportPosition(52.1, 20);
    act(() => place().applyPhoto({ ...NO_FACTS, latitude: 52.2, longitude: 5.1, coordinate_uncertainty_m: 5 }));
    expect(values()).toMatchObject({ latitude: 52.2, location_source: 'exif' });
    expect(place().here).toMatchObject({ latitude: 52.1 });
  });

  it('does not change a typed time', () => {
    const { values, place } = renderPlace({ when_source: 'typed', time_zone: 'Asia/Tokyo', day: '2026-05-10', time: '21:00' }, false);
    act(() => place().measure());
    reportPosition(52.1, 5);
    expect(values()).toMatchObject({ latitude: 52.1, day: '2026-05-10', time: '21:00' });
  });

  it('is not measured after the form is closed', () => {
    const { unmount } = renderPlace();
    expect(geolocation.watches.size).toBe(1);
    unmount();
    expect(geolocation.watches.size).toBe(0);
  });

  it('says at saving whether it may follow: not once the person has set or removed it, also if the draft is opened again', () => {
    const removed = renderPlace({ place_by: 'person' }, false);
    expect(removed.place().atSaving()).toBe('chosen');
    const { place } = renderPlace({}, false);
    expect(place().atSaving()).toBeUndefined();
    act(() => place().measure());
    expect(place().atSaving()).toBe('awaited');
    act(() => place().clear());
    expect(place().atSaving()).toBe('chosen');
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

  it('is taken if it is more accurate, or if the person has moved', () => {
    expect(isBetter(fix({ accuracy_m: 8 }), place)).toBe(true);
    expect(isBetter(fix({ accuracy_m: 20 }), place)).toBe(false);
    expect(isBetter(fix({ accuracy_m: 20, latitude: 52.101 }), place)).toBe(true);
  });

  it('never overwrites a place that was typed, suggested or taken from a photo', () => {
    for (const location_source of ['typed', 'exif', 'saved_place', 'neighbour', 'last_known'] as const)
      expect(isBetter(fix({ accuracy_m: 1 }), { ...place, location_source })).toBe(false);
  });
});
