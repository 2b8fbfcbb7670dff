// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { location } from '../../../device/location';
import { type FakeGeolocation, stubGeolocation } from '../../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { lastPlace } from '../../../local/device/last-place';
import { freshPerson } from '../../../local/testing/people';
import { NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import { renderAs } from '../../../testing/render-as';
import type { FormPatch } from '../form-values';
import { formAtNoon, recordOfForm, robin } from '../testing/records';
import { unfold } from '../testing/unfold';
import { useChecks, useSameTaxon } from '../checks/use-check-facts';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { usePlace } from './use-place';
import { CountField } from '../count/CountField';
import { DuplicateHint } from '../checks/FieldChecks';
import { PlaceField } from './PlaceField';

let geolocation: FakeGeolocation;
let user: User;
let form: ObserveForm;

const database = () => openUserDatabase(user.id);
const utrecht = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 12, location_source: 'gps' as const };
const reportPosition = (latitude: number, accuracy: number) => act(() => geolocation.report(latitude, 5.1, accuracy));
const denyPermission = () => act(() => geolocation.fail(1));

interface Opening {
  start?: FormPatch;
  measures?: boolean;
  photoPlace?: PhotoFacts | null;
  draftId?: string;
  /** Whether the line of the place is opened. */
  isUnfolded?: boolean;
}

async function renderForm({ start = {}, measures = false, photoPlace = null, draftId = newId(), isUnfolded = true }: Opening = {}) {
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
  await renderAs(user, <Form />);
  if (isUnfolded) await unfold();
}

beforeEach(() => {
  user = freshPerson('anna');
  geolocation = stubGeolocation();
});

describe('the place in the form', () => {
  it('sets what a saved place has for new records, says so, and takes it back with another place or on request', async () => {
    const spot = { kind: 'patch' as const, latitude: 52.3, longitude: 5.1, uncertainty_m: 25, notes: '' };
    await changeSavedPlaces(database(), () => [
      { ...spot, id: newId(), name: 'Marsh', geoprivacy: 'obscured', habitat: 'marsh' },
      { ...spot, id: newId(), name: 'Heath', geoprivacy: 'open', habitat: 'heath' },
    ]);
    await renderForm();
    const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
    const shared = () => [form.values.geoprivacy, form.values.attributes.habitat];
    await choose(/^Marsh/);
    expect(screen.getByText('From Marsh: Obscured · Marsh')).toBeDefined();
    expect(shared()).toEqual(['obscured', 'marsh']);
    fireEvent.click(screen.getByRole('button', { name: 'Don’t use' }));
    expect(shared()).toEqual(['open', undefined]);
    expect(screen.queryByText(/^From Marsh/)).toBeNull();

    // What the person chose stays: a place makes nothing more public.
    act(() => form.change({ geoprivacy: 'private' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await choose(/^Heath/);
    expect(shared()).toEqual(['private', 'heath']);
    expect(screen.getByText('From Heath: Heath')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(shared()).toEqual(['private', undefined]);
  });

  it('says that it is in a private zone, and lets the person show it', async () => {
    const home = { id: newId(), name: 'Home', kind: 'home' as const, latitude: 52.1, longitude: 5.1, uncertainty_m: 50, notes: '' };
    await changeSavedPlaces(database(), () => [{ ...home, is_private_zone: true }]);
    await renderForm({ start: { ...utrecht, taxon: robin } });
    expect(await screen.findByText('In your private zone Home. Others will see only a cell of about 10 km.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show exact place' }));
    expect(screen.getByText('In your private zone Home. Everyone will see the exact place.')).toBeDefined();
    expect(form.values.shows_home).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Hide place' }));
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({ geoprivacy: 'obscured' });
  });

  it('asks which place a text means, and takes the chosen one', async () => {
    await renderForm();
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    const field = screen.getByRole('textbox', { name: 'Coordinates' });
    fireEvent.change(field, { target: { value: '52.1 N 5.2 O ±10 m' } });
    const choices = within(screen.getByRole('group', { name: 'This can mean several places. Choose one.' })).getAllByRole('button');
    expect(choices.map((one) => one.textContent)).toEqual([
      `52.1, 5.2 ±10 m 52°06'00.0"N 5°12'00.0"E`,
      `52.1, -5.2 ±10 m 52°06'00.0"N 5°12'00.0"W`,
    ]);
    expect(form.values.latitude ?? null).toBeNull();
    fireEvent.click(choices[1]!);
    expect(form.values).toMatchObject({ latitude: 52.1, longitude: -5.2, coordinate_uncertainty_m: 10 });
    expect(screen.queryByRole('group', { name: 'This can mean several places. Choose one.' })).toBeNull();
  });

  it('shows its accuracy once, in its line while that is folded, and stops measuring when it is good enough', async () => {
    await renderForm({ measures: true, isUnfolded: false });
    expect(await screen.findByText('Finding your location…')).toBeDefined();
    reportPosition(52.1, 64);
    expect(screen.getAllByText(/64\sm/)).toHaveLength(1);
    expect(screen.getByText(/^Poor, within 64\sm$/)).toBeDefined();
    reportPosition(52.1, 8);
    expect(screen.getByText(/^8\sm$/)).toBeDefined();
    await unfold();
    expect(screen.getByRole('button', { name: 'Measure again' })).toBeDefined();
    expect(location.store.getState().state).toBe('off');
  });

  it('offers saved places beside a measured place', async () => {
    const garden = { id: newId(), name: 'Garden', kind: 'garden' as const, latitude: 52.1, longitude: 5.1, uncertainty_m: 25, notes: '' };
    await changeSavedPlaces(database(), () => [garden]);
    await lastPlace.update(database(), () => ({ latitude: 52.2, longitude: 5.1, accuracy_m: 8, at: Date.now() }));
    await renderForm({ measures: true });
    reportPosition(52.1, 8);
    const offers = within(await screen.findByRole('group', { name: 'Or use a known place' })).getAllByRole('button');
    expect(offers.map((offer) => offer.textContent)).toEqual([expect.stringMatching(/^Garden/)]);
    fireEvent.click(offers[0]!);
    expect(form.values).toMatchObject({ location_source: 'saved_place', location_id: garden.id });
    expect(screen.queryByRole('group', { name: 'Or use a known place' })).toBeNull();
  });

  it('has its uncertainty in the units of the person, and keeps the exact one until it is edited', async () => {
    user = freshPerson('anna', { preferences: { ...user.preferences, units: 'imperial' } });
    await renderForm({ start: { ...utrecht, coordinate_uncertainty_m: 12 } });
    const field = screen.getByLabelText('Uncertainty');
    expect(field).toHaveProperty('value', '39 ft');
    fireEvent.change(field, { target: { value: '39' } });
    expect(form.values.coordinate_uncertainty_m).toBe(12);
    fireEvent.change(field, { target: { value: '100' } });
    expect(form.values.coordinate_uncertainty_m).toBe(30.48);
    expect(screen.getByText(/^Accurate to 100\sft$/)).toBeDefined();
    fireEvent.change(field, { target: { value: '' } });
    expect(form.values.coordinate_uncertainty_m).toBeNull();
  });

  it('can be accepted before the target accuracy is reached', async () => {
    await renderForm({ measures: true });
    reportPosition(52.1, 64);
    fireEvent.click(screen.getByRole('button', { name: 'Good enough' }));
    expect(screen.getByLabelText('Uncertainty')).toHaveProperty('value', '64 m');
    expect(geolocation.watches.size).toBe(0);
  });

  it('stays empty when permission is refused: says why, and suggests places without choosing one', async () => {
    const record = recordOfForm({ ...utrecht, time: '11:56' });
    await database().observations.put(record);
    await lastPlace.update(database(), () => ({ latitude: 52.2, longitude: 5.1, accuracy_m: 8, at: Date.now() }));
    const garden = { id: newId(), name: 'Garden', kind: 'garden' as const, latitude: 52.3, longitude: 5.1, uncertainty_m: 25, notes: '' };
    await changeSavedPlaces(database(), () => [garden]);
    await renderForm({ measures: true });
    denyPermission();
    expect(within(screen.getByRole('alert')).getByText('Veld isn’t allowed to use your location')).toBeDefined();
    const offers = within(await screen.findByRole('group', { name: 'Or use a known place' })).getAllByRole('button');
    expect(offers.map((offer) => offer.textContent)).toEqual([
      expect.stringMatching(/^roodborstSame place · 4 minutes earlier · within 12\sm$/),
      expect.stringMatching(/^GardenSaved place · 11\skm away$/),
      expect.stringMatching(/^Last known location.*within \d+\sm$/),
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

  it('says that the photo was taken elsewhere if the person has moved', async () => {
    const photoPlace = { ...NO_FACTS, latitude: 52.1036, longitude: 5.1, coordinate_uncertainty_m: 5 };
    await renderForm({ measures: true, photoPlace });
    expect(screen.queryByText(/since you took the photo/)).toBeNull();
    reportPosition(52.1, 8);
    expect(screen.getByText(/^You’ve moved 400\sm since you took the photo/)).toBeDefined();
  });

  it('that was typed and cannot be read prevents the record from being saved', async () => {
    await renderForm({ start: { taxon: robin } });
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

  it('that was half typed is restored with the draft, and the record cannot be saved until it is complete', async () => {
    const draftId = newId();
    await renderForm({ start: { taxon: robin }, draftId });
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: '52.1, 5.1' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: '52.15, ' } });
    cleanup();
    await vi.waitFor(async () => expect(await database().drafts.get(draftId)).toMatchObject({ values: { place_text: '52.15, ' } }));
    await renderForm({ start: (await database().drafts.get(draftId))!.values, draftId, isUnfolded: false });
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

  it.each(['52.15, ', 'TQ 300 80'])('that was half typed is replaced by that of a photo: %s', async (begun) => {
    const photoPlace = { ...NO_FACTS, latitude: 52.1036, longitude: 5.1, coordinate_uncertainty_m: 5 };
    await renderForm({ start: { taxon: robin, place_text: begun }, photoPlace, isUnfolded: false });
    fireEvent.click(screen.getByRole('button', { name: 'Use the photo’s place' }));
    expect(screen.queryByRole('textbox', { name: 'Coordinates' })).toBeNull();
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({ latitude: 52.1036, location_source: 'exif' });
  });

  it('as a grid reference is converted before the record is saved', async () => {
    await renderForm({ start: { taxon: robin } });
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: 'TQ 301 805' } });
    expect(form.values.latitude).toBeNull();
    const id = await act(() => form.save());
    expect(await database().observations.get(id!)).toMatchObject({ coordinate_uncertainty_m: 71, location_source: 'typed' });
  });

  it('can be typed as degrees, or as a grid reference with the size of its square', async () => {
    await renderForm();
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

  it('keeps its coordinates when the uncertainty is changed', async () => {
    await renderForm({ start: utrecht });
    fireEvent.change(screen.getByLabelText('Uncertainty'), { target: { value: '30' } });
    expect(form.values).toMatchObject({ ...utrecht, coordinate_uncertainty_m: 30 });
  });
});

describe('a check in the form', () => {
  it('is shown at its field, can be confirmed, returns with another value, and is saved with the record', async () => {
    await renderForm({ start: { ...utrecht, coordinate_uncertainty_m: 4000, taxon: robin } });
    const place = () => within(screen.getByRole('region', { name: 'Place' }));
    expect(place().getByText('The uncertainty is more than 1 km.')).toBeDefined();
    fireEvent.click(place().getByRole('button', { name: 'I’m sure' }));
    expect(place().getByText('You confirmed this place.')).toBeDefined();
    expect(form.values.attributes).toEqual({ sure_wide_place: '4000' });
    fireEvent.change(screen.getByLabelText('Uncertainty'), { target: { value: '5000' } });
    expect(place().getByRole('button', { name: 'I’m sure' })).toBeDefined();
    fireEvent.click(place().getByRole('button', { name: 'I’m sure' }));
    const id = (await act(() => form.save()))!;
    expect((await database().observations.get(id))?.attributes).toEqual({ sure_wide_place: '5000' });
  });

  it('names its distances in the units of the person', async () => {
    user = freshPerson('anna', { preferences: { ...user.preferences, units: 'imperial' } });
    await renderForm({ start: { ...utrecht, coordinate_uncertainty_m: 4000, taxon: robin } });
    expect(screen.getByText('The uncertainty is more than 0.6 mi.')).toBeDefined();
  });

  it('can be undone after it was confirmed', async () => {
    await renderForm({ start: { taxon: robin, count: 90_000 } });
    const count = () => within(screen.getByRole('region', { name: 'Count' }));
    fireEvent.click(count().getByRole('button', { name: 'I’m sure' }));
    fireEvent.click(count().getByRole('button', { name: 'Undo' }));
    expect(form.values.attributes).toEqual({});
    expect(count().getByRole('button', { name: 'I’m sure' })).toBeDefined();
  });

  it('compares a count with anna’s earlier counts', async () => {
    for (const count of [1, 6, 4]) await database().observations.put(recordOfForm({ count, day: '2026-05-01' }));
    await renderForm({ start: { taxon: robin, count: 61 } });
    expect(await screen.findByText(/more than ten times your highest count so far \(6\)/)).toBeDefined();
    act(() => form.change({ count: 60 }));
    expect(screen.queryByText(/more than ten times/)).toBeNull();
  });
});

describe('a possible duplicate', () => {
  it('is shown with a link, and does not prevent saving', async () => {
    const twin = recordOfForm({ ...utrecht, time: '12:03' });
    await database().observations.put(twin);
    await renderForm({ start: { ...utrecht, taxon: robin } });
    const link = await screen.findByRole('link', { name: 'View that record' });
    expect(link.getAttribute('href')).toBe(`/observations/${twin.id}`);
    expect(await act(() => form.save())).not.toBeNull();
  });
});
