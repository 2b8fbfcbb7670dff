// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeGeolocation, stubGeolocation } from '../../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { type LocalPhoto, NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { addDraftPhoto } from '../../../local/records/drafts';
import { freshPerson, photo } from '../../../local/testing/people';
import { unfold } from '../testing/unfold';
import { renderAs } from '../../../testing/render-as';
import { nextAfter } from '../pinned';
import { type FormPatch, makeFormPhoto, readFormRecord } from '../form-values';
import { PlaceField } from '../place/PlaceField';
import { usePlace } from '../place/use-place';
import { formAtNoon, NOON, robin } from '../testing/records';
import { type ObserveForm, useObserveForm } from '../use-observe-form';
import { WhenField } from '../when/WhenField';
import { PhotoOffer } from './PhotoOffer';

let geolocation: FakeGeolocation;
let form: ObserveForm;
let add: (facts: Partial<PhotoFacts>, more?: Partial<LocalPhoto>) => Promise<LocalPhoto>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  geolocation = stubGeolocation();
});

const OXFORD = { latitude: 51.75, longitude: -1.26 };
const inPoland: Partial<PhotoFacts> = { latitude: 51.1, longitude: 17, taken_on: '2003-07-04', taken_time: '09:12' };
const saved = () => readFormRecord(form.values);
const isHere = { observed_on: '2026-05-10', latitude: 51.75, longitude: 5.1, location_source: 'gps' };
const reportPosition = () => act(() => geolocation.report(OXFORD.latitude, 5.1, 30));
const remove = (gone: LocalPhoto) => act(() => form.change(({ media }) => ({ media: media.filter(({ id }) => id !== gone.id) })));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const isZone = (zone: string | null) => waitFor(() => expect(form.values.time_zone).toBe(zone));

/** Anna's open form, which measures her location. */
async function renderForm(start: FormPatch = {}, recordId: string | null = null) {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const opening = { draftId: newId(), recordId, values: formAtNoon({ taxon: robin, ...start }), isStored: false };
  function Form() {
    form = useObserveForm(opening, () => {});
    const place = usePlace(form, recordId === null);
    return (
      <>
        <PhotoOffer form={form} place={place} />
        <WhenField form={form} checks={[]} errors={[]} />
        <PlaceField form={form} place={place} photoPlace={null} checks={[]} errors={[]} />
      </>
    );
  }
  await renderAs(anna, <Form />);
  await unfold();
  let seed = 100;
  add = async (facts, more = {}) => {
    const added = { ...(await photo(++seed)), facts: { ...NO_FACTS, ...facts }, ...more };
    await addDraftPhoto(database, opening.draftId, added);
    act(() => form.change(({ media }) => ({ media: [...media, makeFormPhoto(added)] })));
    await waitFor(() => expect(form.photosInForm.map(({ id }) => id)).toContain(added.id));
    // The form takes the metadata of a photo right after it is shown.
    await act(async () => {});
    return added;
  };
}

describe('a photo that was not taken with the app’s camera', () => {
  it('gives a new record its date and place, and no later fix replaces them', async () => {
    await renderForm();
    reportPosition();
    expect(saved()).toMatchObject(isHere);
    await add(inPoland);
    const poland = { observed_on: '2003-07-04', observed_time: '09:12', latitude: 51.1, longitude: 17, location_source: 'exif' };
    // The first photo of the app loads what reads it.
    await waitFor(() => expect(saved()).toMatchObject(poland));
    await isZone('Europe/Warsaw');
    reportPosition();
    expect(saved()).toMatchObject({ ...poland, time_zone: 'Europe/Warsaw' });
    expect(geolocation.watches.size).toBe(0);
    expect(screen.getAllByText('From the photo')).toHaveLength(2);
  });

  it('without metadata leaves date and place empty, and the form asks for them', async () => {
    await renderForm();
    reportPosition();
    await add({});
    reportPosition();
    expect(saved()).toMatchObject({ observed_on: null, observed_time: null, time_zone: null, latitude: null, location_source: null });
    expect(screen.getByText('The photo doesn’t say when and where it was taken. Enter the date and the place.')).toBeDefined();
    expect(screen.getByLabelText('Date')).toHaveProperty('value', '');
    press('Use my location');
    reportPosition();
    expect(saved()).toMatchObject({ latitude: 51.75, location_source: 'gps' });
    press('Now');
    expect(saved()).toMatchObject({ observed_on: '2026-05-10' });
    // What she entered stays, whatever the next photo says.
    await add(inPoland);
    expect(saved()).toMatchObject(isHere);
    expect(screen.getByText('Use data from the photo?')).toBeDefined();
  });

  it('with a date but no place leaves the place empty, and does not make up a time zone', async () => {
    await renderForm();
    reportPosition();
    await add({ taken_on: '2026-05-09', taken_time: '08:00' });
    expect(saved()).toMatchObject({ observed_on: '2026-05-09', observed_time: '08:00', time_zone: null, latitude: null });
    expect(screen.getAllByText('The photo doesn’t say where it was taken. Choose the place, or leave it empty.')).toHaveLength(2);
    press('Use my location');
    reportPosition();
    // The camera's wall clock stays; only its zone is that of the place.
    await isZone('Europe/Amsterdam');
    expect(saved()).toMatchObject({ observed_on: '2026-05-09', observed_time: '08:00', latitude: 51.75 });
  });

  it('does not change what anna entered, and offers its own', async () => {
    await renderForm({ latitude: 52, longitude: 4, location_source: 'typed', place_by: 'person' });
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-05-01' } });
    await add(inPoland);
    expect(saved()).toMatchObject({ observed_on: '2026-05-01', latitude: 52, location_source: 'typed' });
    press('Use place and date');
    expect(saved()).toMatchObject({ observed_on: '2003-07-04', latitude: 51.1, location_source: 'exif' });
    await isZone('Europe/Warsaw');
  });

  it('does not bring back a place that anna removed', async () => {
    await renderForm();
    reportPosition();
    press('Clear');
    await add(inPoland);
    expect(saved()).toMatchObject({ observed_on: '2003-07-04', latitude: null });
  });

  it('replaces the place repeated from the record before', async () => {
    const before = formAtNoon({ ...OXFORD, location_source: 'gps' });
    await renderForm(nextAfter(before, formAtNoon(), { isSame: false, ageMs: 1000 }));
    expect(saved()).toMatchObject(OXFORD);
    await add(inPoland);
    expect(saved()).toMatchObject({ latitude: 51.1, location_source: 'exif' });
  });

  it('takes its date and place along when it is removed: the record is of now and here again', async () => {
    await renderForm();
    reportPosition();
    const added = await add(inPoland);
    remove(added);
    expect(saved()).toMatchObject({ observed_on: '2026-05-10', latitude: null });
    reportPosition();
    expect(saved()).toMatchObject(isHere);
    act(() => form.change({ media: [makeFormPhoto(added)] }));
    expect(saved()).toMatchObject({ observed_on: '2003-07-04', latitude: 51.1 });
  });

  it('does not change a record that exists', async () => {
    await renderForm({ ...OXFORD, location_source: 'gps', when_source: 'typed' }, newId());
    await add(inPoland);
    expect(saved()).toMatchObject({ observed_on: '2026-05-10', ...OXFORD });
    expect(screen.getByText('Use data from the photo?')).toBeDefined();
  });
});

describe('a photo taken with the app’s camera', () => {
  const ofCamera = { is_from_camera: true, created_at: NOON.getTime() } as const;

  it('is of now and here, whatever its metadata says', async () => {
    await renderForm();
    reportPosition();
    await add({ latitude: 48, longitude: 2, taken_on: '1980-01-01', taken_time: '00:00' }, ofCamera);
    await add({});
    expect(saved()).toMatchObject({ ...isHere, observed_time: '12:00' });
    expect(screen.queryByRole('group', { name: /photo/ })).toBeNull();
  });

  it('and one from elsewhere disagree: the form asks which is right', async () => {
    await renderForm();
    reportPosition();
    await add({}, ofCamera);
    await add(inPoland);
    expect(saved()).toMatchObject({ observed_on: '2003-07-04', latitude: 51.1 });
    press('Now, where I am');
    reportPosition();
    expect(saved()).toMatchObject(isHere);
    expect(screen.queryByText('The photos have different dates or places')).toBeNull();
  });
});

describe('photos that disagree', () => {
  it('are asked about, and the answer is kept', async () => {
    await renderForm();
    const later = await add({ ...inPoland, taken_on: '2004-01-02' });
    await add({ ...inPoland, taken_time: '09:14' });
    expect(saved()).toMatchObject({ observed_on: '2003-07-04', observed_time: '09:14' });
    expect(screen.getByText('The photos have different dates or places')).toBeDefined();
    press(/^2 Jan 2004|2004/);
    expect(saved()).toMatchObject({ observed_on: '2004-01-02', observed_time: '09:12' });
    expect(screen.queryByText('The photos have different dates or places')).toBeNull();
    remove(later);
    expect(saved()).toMatchObject({ observed_on: '2004-01-02' });
  });

  it('by a minute or some metres are not', async () => {
    await renderForm();
    await add(inPoland);
    await add({ ...inPoland, taken_time: '09:14', latitude: 51.1001 });
    expect(saved()).toMatchObject({ observed_time: '09:12', latitude: 51.1 });
    expect(screen.queryByRole('group', { name: /photo/ })).toBeNull();
  });
});

describe('the clock of a camera', () => {
  it('that was not set is said, and its date is taken only if anna says so', async () => {
    await renderForm();
    await add({ doubt: { reason: 'unset', on: '2000-01-01', time: '00:03' } });
    expect(await screen.findByText('The camera’s clock says Jan 1, 2000, 12:03 AM. It probably wasn’t set.')).toBeDefined();
    expect(saved()).toMatchObject({ observed_on: null, observed_time: null });
    press('Use Jan 1, 2000, 12:03 AM anyway');
    expect(saved()).toMatchObject({ observed_on: '2000-01-01', observed_time: '00:03' });
    expect(screen.queryByText(/It probably wasn’t set/)).toBeNull();
  });

  it('that was not set gives way to that of its GPS on request, or to what anna enters', async () => {
    await renderForm();
    const gps = { on: '2026-04-10', time: '09:25', at: '2026-04-10T14:25:00.000Z' };
    const place = { latitude: 30.2667, longitude: -97.7333 };
    const first = await add({ ...place, doubt: { reason: 'future', on: '2031-05-10', time: '08:14', gps } });
    expect(saved()).toMatchObject({ observed_on: null, latitude: 30.2667 });
    press('Use Apr 10, 2026, 9:25 AM (GPS)');
    expect(saved()).toMatchObject({ observed_on: '2026-04-10', observed_time: '09:25' });
    remove(first);
    await add({ doubt: { reason: 'gps', on: '2019-04-10', time: '16:25' } });
    // What anna accepted stays.
    expect(saved()).toMatchObject({ observed_on: '2026-04-10' });
    expect(screen.queryByText(/its GPS gives another date/)).toBeNull();
  });

  it('with an offset from UTC follows the place that anna chooses', async () => {
    await renderForm();
    await add({ taken_on: '2026-04-10', taken_time: '16:25', taken_at: '2026-04-10T14:25:35.000Z' });
    await waitFor(() => expect(saved()).toMatchObject({ observed_on: '2026-04-10', observed_time: '16:25', time_zone: null }));
    act(() => form.change({ latitude: 30.2667, longitude: -97.7333, location_source: 'typed', place_by: 'person' }));
    await isZone('America/Chicago');
    expect(saved()).toMatchObject({ observed_on: '2026-04-10', observed_time: '09:25' });
  });

  it('without an offset stays as it is, wherever the place is', async () => {
    await renderForm();
    await add({ taken_on: '2026-04-10', taken_time: '16:25' });
    act(() => form.change({ latitude: 30.2667, longitude: -97.7333, location_source: 'typed', place_by: 'person' }));
    await isZone('America/Chicago');
    expect(saved()).toMatchObject({ observed_on: '2026-04-10', observed_time: '16:25' });
  });
});
