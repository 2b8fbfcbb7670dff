// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRouter } from 'react-router';
import { location } from '../../../device/location';
import { i18next, startI18n } from '../../../i18n/i18n';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { lastPlace } from '../../../local/device/last-place';
import { person } from '../../../local/testing/people';
import { NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { changeSavedPlaces } from '../../../local/records/saved-places';
import { auth } from '../../../local/app/veld';
import type { FormPatch } from '../form-values';
import { formAtNoon, recordOfForm, robin } from '../testing/records';
import { useChecks, useSameTaxon } from '../checks/use-check-facts';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { usePlace } from './use-place';
import { CountField } from '../count/CountField';
import { DuplicateHint } from '../checks/DuplicateHint';
import { PlaceField } from './PlaceField';

type Success = (position: GeolocationPosition) => void;
type Failure = (error: GeolocationPositionError) => void;
let watch: { success: Success; failure: Failure } | null = null;
let user = person('anna');
let form: ObserveForm;

const database = () => openUserDatabase(user.id);
const utrecht = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'gps' as const };
const tell = (latitude: number, accuracy: number) =>
  act(() => watch?.success({ coords: { latitude, longitude: 5.1, accuracy }, timestamp: Date.now() } as unknown as GeolocationPosition));
const refuse = () => act(() => watch?.failure({ code: 1, PERMISSION_DENIED: 1, TIMEOUT: 3 } as GeolocationPositionError));

interface Opening {
  start?: FormPatch;
  measures?: boolean;
  photoPlace?: PhotoFacts | null;
  draftId?: string;
}

async function open({ start = {}, measures = false, photoPlace = null, draftId = newId() }: Opening = {}) {
  const opening = { draftId, recordId: null, values: formAtNoon(start), isStored: false };
  function Form() {
    form = useObserveForm(opening, () => {});
    const place = usePlace(form, measures);
    const sameTaxon = useSameTaxon(form);
    const checks = useChecks(form, sameTaxon);
    return (
      <>
        <PlaceField form={form} place={place} photoPlace={photoPlace} checks={checks} errors={[]} />
        <CountField form={form} checks={checks} errors={[]} />
        <DuplicateHint form={form} sameTaxon={sameTaxon} />
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Form />
      </MemoryRouter>
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: /^Your location/ });
}

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'geo', 'recording']);
});
beforeEach(() => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(globalThis.navigator, 'geolocation', 'get').mockReturnValue({
    watchPosition: (success: Success, failure: Failure) => {
      watch = { success, failure };
      return 1;
    },
    clearWatch: () => void (watch = null),
  } as unknown as Geolocation);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the place in the form', () => {
  it('shows how exact it is while it is measured, and that it is frozen after', async () => {
    await open({ measures: true });
    expect(screen.getByRole('button', { name: 'Your location: Searching' })).toBeDefined();
    tell(52.1, 64);
    expect(screen.getByText(/^Poor, within 64\sm$/)).toBeDefined();
    expect(screen.getByRole('button', { name: /^Your location: Poor, within 64\sm$/ })).toBeDefined();
    tell(52.1, 8);
    expect(screen.getByText(/locked at 8\sm/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Measure again' })).toBeDefined();
    expect(location.store.getState().state).toBe('off');
  });

  it('is left as it is by whoever finds it good enough', async () => {
    await open({ measures: true });
    tell(52.1, 64);
    fireEvent.click(screen.getByRole('button', { name: 'Good enough' }));
    expect(screen.getByText(/locked at 64\sm/)).toBeDefined();
    expect(watch).toBeNull();
  });

  it('stays missing when it is refused: says why, offers what this device knows, and takes none by itself', async () => {
    const record = recordOfForm({ ...utrecht, time: '11:56' });
    await database().observations.put(record);
    await lastPlace.update(database(), () => ({ latitude: 52.2, longitude: 5.1, accuracy_m: 8, at: Date.now() }));
    const garden = { id: newId(), name: 'Garden', kind: 'garden' as const, latitude: 52.3, longitude: 5.1, uncertainty_m: 25, notes: '' };
    await changeSavedPlaces(database(), () => [garden]);
    await open({ measures: true });
    refuse();
    expect(within(screen.getByRole('alert')).getByText('Veld isn’t allowed to use your location')).toBeDefined();
    const offers = within(await screen.findByRole('group', { name: 'Or use a known place' })).getAllByRole('button');
    expect(offers.map((offer) => offer.textContent)).toEqual([
      expect.stringMatching(/^roodborstSame place · 4 minutes earlier · within 12\sm$/),
      expect.stringMatching(/^GardenSaved place · 11\skm away$/),
      expect.stringMatching(/^Last device location.*within \d+\sm$/),
    ]);
    expect(form.values.latitude).toBeNull();
    fireEvent.click(offers[1]!);
    expect(form.values).toMatchObject({
      latitude: 52.3,
      location_source: 'saved_place',
      location_id: garden.id,
      coordinate_uncertainty_m: 25,
    });
    expect(screen.getByText('From a saved place')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Or use a known place' })).toBeNull();
  });

  it('tells somebody who walked on that the photo was taken elsewhere', async () => {
    const photoPlace = { ...NO_FACTS, latitude: 52.1036, longitude: 5.1, coordinate_uncertainty_m: 5 };
    await open({ measures: true, photoPlace });
    expect(screen.queryByText(/since you took the photo/)).toBeNull();
    tell(52.1, 8);
    expect(screen.getByText(/^You’ve moved 400\sm since you took the photo/)).toBeDefined();
  });

  it('that was typed and cannot be read keeps the record from being saved, with half of it or without a place', async () => {
    await open({ start: { taxon: robin } });
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    const field = screen.getByRole('textbox', { name: 'Coordinates' });
    fireEvent.change(field, { target: { value: '52.1, 5.1' } });
    fireEvent.change(field, { target: { value: '52.1, 5.1 by the mill' } });
    expect(await act(() => form.save())).toBeNull();
    expect(form.problem).toEqual({ kind: 'fields', errors: { coordinates: ['unread'] } });
    expect(screen.getByText('Veld can’t read these coordinates.')).toBeTruthy();
    expect(await database().observations.count()).toBe(0);

    // What is taken over when the field is left to itself is what stands there, and the rest stays the person's.
    fireEvent.change(field, { target: { value: '52.2, 5.1' } });
    act(() => form.change({ coordinate_uncertainty_m: 30 }));
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({
      latitude: 52.2,
      coordinate_uncertainty_m: 30,
      location_source: 'typed',
    });
  });

  it('that was begun is there again when anna comes back to her draft, and the record waits for the rest of it', async () => {
    const draftId = newId();
    await open({ start: { taxon: robin }, draftId });
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: '52.1, 5.1' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: '52.15, ' } });
    cleanup();
    await vi.waitFor(async () => expect(await database().drafts.get(draftId)).toMatchObject({ values: { place_text: '52.15, ' } }));
    await open({ start: (await database().drafts.get(draftId))!.values, draftId });
    const field = screen.getByRole('textbox', { name: 'Coordinates' });
    expect(field).toHaveProperty('value', '52.15, ');
    expect(document.activeElement).not.toBe(field);
    expect(await act(() => form.save())).toBeNull();
    expect(form.problem).toEqual({ kind: 'fields', errors: { coordinates: ['unread'] } });
    fireEvent.change(field, { target: { value: '52.15, 5.2' } });
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({ latitude: 52.15, longitude: 5.2 });
    expect(form.values.place_text).toBe('');
  });

  it.each(['52.15, ', 'TQ 300 80'])('that was begun gives way to one taken from a photo: %s', async (begun) => {
    const photoPlace = { ...NO_FACTS, latitude: 52.1036, longitude: 5.1, coordinate_uncertainty_m: 5 };
    await open({ start: { taxon: robin, place_text: begun }, photoPlace });
    fireEvent.click(screen.getByRole('button', { name: 'Use the photo’s place' }));
    expect(screen.queryByRole('textbox', { name: 'Coordinates' })).toBeNull();
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({ latitude: 52.1036, location_source: 'exif' });
  });

  it('that is a reference of a grid is waited for by the save that follows the last letter', async () => {
    await open({ start: { taxon: robin } });
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: 'TQ 301 805' } });
    expect(form.values.latitude).toBeNull();
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({ coordinate_uncertainty_m: 71, location_source: 'typed' });
  });

  it('is typed as degrees, or as a reference of a grid with the size of its square', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value } });
    type('52.1, 5.1');
    expect(form.values).toMatchObject({ latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: null, location_source: 'typed' });
    type('TQ 300 804');
    await vi.waitFor(() => expect(form.values).toMatchObject({ coordinate_uncertainty_m: 71, location_source: 'typed' }), 10_000);
    expect(form.values.latitude).toBeCloseTo(51.508, 2);
    type('TQ 300 80');
    fireEvent.blur(screen.getByRole('textbox', { name: 'Coordinates' }));
    expect(await screen.findByText('Veld can’t read these coordinates.')).toBeDefined();
    expect(form.values.latitude).toBeCloseTo(51.508, 2);
  });

  it('keeps the point when the uncertainty is changed', async () => {
    await open({ start: utrecht });
    fireEvent.change(screen.getByLabelText('Uncertainty in metres'), { target: { value: '30' } });
    expect(form.values).toMatchObject({ ...utrecht, coordinate_uncertainty_m: 30 });
  });
});

describe('a check in the form', () => {
  it('stands at its field, goes quiet when anna is sure, comes back with another value, and is kept with the record', async () => {
    await open({ start: { ...utrecht, coordinate_uncertainty_m: 4000, taxon: robin } });
    const place = () => within(screen.getByRole('region', { name: 'Place' }));
    expect(place().getByText('The uncertainty is more than 1 km.')).toBeDefined();
    fireEvent.click(place().getByRole('button', { name: 'I’m sure' }));
    expect(place().getByText('You confirmed this place.')).toBeDefined();
    expect(form.values.attributes).toEqual({ sure_wide_place: '4000' });
    fireEvent.change(screen.getByLabelText('Uncertainty in metres'), { target: { value: '5000' } });
    expect(place().getByRole('button', { name: 'I’m sure' })).toBeDefined();
    fireEvent.click(place().getByRole('button', { name: 'I’m sure' }));
    const id = (await act(() => form.save()))!;
    expect((await database().observations.get(id))?.attributes).toEqual({ sure_wide_place: '5000' });
  });

  it('can be taken back', async () => {
    await open({ start: { taxon: robin, count: 90_000 } });
    const count = () => within(screen.getByRole('region', { name: 'Count' }));
    fireEvent.click(count().getByRole('button', { name: 'I’m sure' }));
    fireEvent.click(count().getByRole('button', { name: 'Undo' }));
    expect(form.values.attributes).toEqual({});
    expect(count().getByRole('button', { name: 'I’m sure' })).toBeDefined();
  });

  it('measures a count by what anna counted before', async () => {
    for (const count of [1, 6, 4]) await database().observations.put(recordOfForm({ count, day: '2026-05-01' }));
    await open({ start: { taxon: robin, count: 61 } });
    expect(await screen.findByText(/more than ten times your highest count so far \(6\)/)).toBeDefined();
    act(() => form.change({ count: 60 }));
    expect(screen.queryByText(/more than ten times/)).toBeNull();
  });
});

describe('a record that may be there already', () => {
  it('is named with a link, and does not keep the form from being saved', async () => {
    const twin = recordOfForm({ ...utrecht, time: '12:03' });
    await database().observations.put(twin);
    await open({ start: { ...utrecht, taxon: robin } });
    const link = await screen.findByRole('link', { name: 'View that record' });
    expect(link.getAttribute('href')).toBe(`/observations/${twin.id}`);
    expect(await act(() => form.save())).not.toBeNull();
  });
});
