// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeGeolocation, stubGeolocation } from '../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { signIn } from '../../testing/render-as';
import { deviceTimeZone, wallClock } from '../../shared/geo/time-zone';
import { type FormPatch, fillFormValues } from './form-values';
import { usePlace } from './place/use-place';
import { formAtNoon, recordOfForm, robin } from './testing/records';
import { type FormStart, useObserveForm } from './use-observe-form';

let geolocation: FakeGeolocation;
let anna: User;

beforeEach(async () => {
  anna = freshPerson('anna');
  await signIn(anna);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T10:00:00Z') });
  geolocation = stubGeolocation();
});

const OXFORD = { latitude: 51.75, longitude: -1.26 };
const TOKYO = { latitude: 35.7, longitude: 139.7, location_source: 'typed', time_zone: 'Asia/Tokyo', time: '19:00' } as const;

function renderForm(start: FormPatch, more: Partial<FormStart> = {}) {
  const opening = { draftId: newId(), recordId: null, values: formAtNoon({ taxon: robin, ...start }), isStored: false, ...more };
  const { result } = renderHook(() => {
    const form = useObserveForm(opening, () => {});
    return { form, place: usePlace(form, false) };
  });
  return { values: () => result.current.form.values, form: () => result.current.form, place: () => result.current.place };
}

describe('the local time of a record', () => {
  it('made "now" is that of the place where it was measured, not that of the device', async () => {
    const { values, place } = renderForm({});
    act(() => place().measure());
    // A device repeats its fix; the form may not be listening yet when the first one comes.
    await waitFor(() => {
      act(() => geolocation.report(OXFORD.latitude, OXFORD.longitude, 5));
      expect(values()).toMatchObject({ ...OXFORD, time_zone: 'Europe/London', day: '2026-05-10', time: '11:00' });
    });
  });

  it('made "now" is that of the place also if it is saved at once', async () => {
    const { form, place } = renderForm({});
    act(() => place().setTyped(OXFORD, 10));
    const id = await act(() => form().save());
    expect(await openUserDatabase(anna.id).observations.get(id!)).toMatchObject({ time_zone: 'Europe/London', observed_time: '11:00' });
  });

  it('made "now" is that of the device again once a place elsewhere is removed', () => {
    const { values, place } = renderForm(TOKYO);
    act(() => place().clear());
    expect(values()).toMatchObject({ latitude: null, time_zone: deviceTimeZone() });
    expect(values()).toMatchObject(wallClock(deviceTimeZone(), new Date()));
  });

  it('keeps the instant of a draft made "now" when it gets a place a day later', async () => {
    const { values, place } = renderForm({}, { isStored: true });
    vi.setSystemTime(new Date('2026-05-11T15:00:00Z'));
    act(() => place().setTyped(OXFORD, 10));
    await waitFor(() => expect(values()).toMatchObject({ time_zone: 'Europe/London', day: '2026-05-10', time: '11:00' }));
  });

  it('is that of the first input, not of the opening of the form', () => {
    const { values, form } = renderForm({ time_zone: 'Europe/Amsterdam' });
    vi.setSystemTime(new Date('2026-05-10T11:25:00Z'));
    act(() => form().change({ latitude: 52.1, longitude: 5.1 }, { quiet: true }));
    expect(values().time).toBe('12:00');
    act(() => form().change({ notes: 'a nest' }));
    expect(values()).toMatchObject({ day: '2026-05-10', time: '13:25', when_source: 'now' });
    vi.setSystemTime(new Date('2026-05-10T12:00:00Z'));
    act(() => form().change({ notes: 'a nest with eggs' }));
    expect(values().time).toBe('13:25');
  });

  it('is that of saving if the form needed no input, and a date that was entered stays', async () => {
    const { form } = renderForm({ time_zone: 'Europe/Amsterdam' });
    vi.setSystemTime(new Date('2026-05-10T11:25:00Z'));
    act(() => form().beginUntouched());
    const id = await act(() => form().save());
    expect(await openUserDatabase(anna.id).observations.get(id!)).toMatchObject({ observed_time: '13:25' });
    const typed = renderForm({ when_source: 'typed' });
    act(() => typed.form().change({ notes: 'a nest' }));
    expect(typed.values().time).toBe('12:00');
  });

  it.each(['entered by a person', 'from a photo'] as const)('%s stays, and only its zone is that of the place', async (from) => {
    const when_source = from === 'from a photo' ? 'photo' : 'typed';
    const { values, place } = renderForm({ ...TOKYO, when_source });
    act(() => place().setTyped(OXFORD, 10));
    await waitFor(() => expect(values()).toMatchObject({ time_zone: 'Europe/London', day: '2026-05-10', time: '19:00' }));
    act(() => place().clear());
    expect(values()).toMatchObject({ time_zone: null, time: '19:00' });
  });

  it('of a saved record stays when its place is edited, and only its zone changes', async () => {
    const record = recordOfForm({ latitude: 52.1, longitude: 5.1, location_source: 'gps' });
    await openUserDatabase(anna.id).observations.put(record);
    const { values, place } = renderForm({}, { recordId: record.id, values: fillFormValues(record) });
    act(() => place().setTyped(OXFORD, 10));
    await waitFor(() => expect(values()).toMatchObject({ time_zone: 'Europe/London', day: '2026-05-10', time: '12:00' }));
  });
});
