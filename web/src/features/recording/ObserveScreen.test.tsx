// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listObservationChanges, type User } from '@veld/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { followLatePlaces } from '../../device/late-places';
import { location } from '../../device/location';
import { type FakeGeolocation, stubGeolocation } from '../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../local/db/database';
import { pinnedFields } from '../../local/device/pins';
import { saveDraft } from '../../local/records/drafts';
import { newId } from '../../local/db/ids';
import { recordsWithoutFix } from '../../local/records/waiting-places';
import { freshPerson } from '../../local/testing/people';
import { problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { localTimes } from '../../shared/geo/time-zone';
import { blankValues, type FormValues } from './form-values';
import { ObserveScreen } from './ObserveScreen';
import { recordOfForm } from './testing/records';
import { unfold } from './testing/unfold';

let user: User;
const database = () => openUserDatabase(user.id);
beforeEach(() => {
  user = freshPerson('anna');
});

async function openDraft(start: FormValues) {
  const id = newId();
  const values = { ...start };
  await saveDraft(database(), { id, observation_id: null, values, photo_ids: [], updated_at: 1 });
  await renderAs(user, <ObserveScreen />, { at: `/observe?draft=${id}`, routes: { '/': <p>Today</p> } });
  return id;
}

describe('a record that is to be edited and is not on the device', () => {
  it('is waited for while it can still come, and its form opens then', async () => {
    const record = recordOfForm({}, { version: 1 });
    let end = () => {};
    const ended = new Promise<void>((done) => (end = done));
    const server = new VeldServer(user).answer(listObservationChanges, () => ended.then(() => problem(503, 'unavailable')));
    await renderAs(user, <ObserveScreen />, { at: `/observe?edit=${record.id}`, server });
    expect(await screen.findByText('Downloading your records')).toBeDefined();
    expect(screen.queryByText(/isn’t on this device/)).toBeNull();
    await database().observations.put(record);
    expect(await screen.findByText('roodborst')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save record' })).toBeDefined();
    end();
  });

  it('is said to be missing once the server has been asked', async () => {
    const server = new VeldServer(user).answer(listObservationChanges, () => problem(503, 'unavailable'));
    await renderAs(user, <ObserveScreen />, { at: `/observe?edit=${newId()}`, server });
    expect(await screen.findByText(/This record isn’t on this device/)).toBeDefined();
  });
});

describe('the form for the next record', () => {
  it('is open after a save, with the cursor in the field of the species, and undo opens the one before again', async () => {
    await openDraft({ ...blankValues(user.preferences), verbatim_name: 'a wren' });
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
    };
    await press('Save record');
    const saved = await screen.findByRole('region', { name: 'Saved' });
    expect(await within(saved).findByRole('link', { name: 'a wren' })).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
    await press('Undo');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(screen.getByText('a wren')).toBeDefined();
    expect(await database().observations.count()).toBe(0);
    await press('Save record');
    await screen.findByRole('combobox');
    expect(await database().observations.count()).toBe(1);
  });

  it('has one more of the species with one tap: the saved record counts it', async () => {
    await openDraft({ ...blankValues(user.preferences), verbatim_name: 'a wren' });
    fireEvent.click(await screen.findByRole('button', { name: 'Save record' }));
    fireEvent.click(await screen.findByRole('button', { name: 'One more: 2' }));
    fireEvent.click(await screen.findByRole('button', { name: 'One more: 3' }));
    await waitFor(async () => expect(await database().observations.toArray()).toMatchObject([{ count: 3, count_type: 'exact' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await database().drafts.toArray()).toMatchObject([{ values: { count: 3 } }]));
  });

  it('offers the same species again where nothing can be added to its count', async () => {
    await openDraft({ ...blankValues(user.preferences), verbatim_name: 'a wren', count: 40, count_type: 'approximate' });
    fireEvent.click(await screen.findByRole('button', { name: 'Save record' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Same again' }));
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Save record' }));
    await waitFor(async () => expect(await database().observations.count()).toBe(2));
    expect((await database().observations.toArray()).map(({ count }) => count ?? null).toSorted()).toEqual([40, null]);
  });
});

describe('a record saved before the location is known', () => {
  let geolocation: FakeGeolocation;
  beforeEach(async () => {
    // The location stays on for a moment after the test before.
    await vi.waitUntil(() => location.store.getState().state === 'off', { timeout: 60_000 });
    geolocation = stubGeolocation();
  });

  async function saveAtOnce(text = 'Getting location…') {
    onTestFinished(followLatePlaces({ database: database(), target: () => 10, localTimes }));
    await pinnedFields.update(database(), () => ({ taxon: { verbatim_name: 'a wren' } }));
    await renderAs(user, <ObserveScreen />, { at: '/observe' });
    fireEvent.click(await screen.findByRole('button', { name: 'Save record' }));
    // The form for the next record is open.
    await screen.findByRole('button', { name: 'Undo' });
    await screen.findByText(text);
  }

  it('gets its place on the saved page, and measuring never stopped', async () => {
    await saveAtOnce();
    expect([...geolocation.watches.keys()]).toEqual([1]);
    act(() => geolocation.report(52.0907, 5.1214, 8));
    await waitFor(() => expect(screen.queryByText('Getting location…')).toBeNull());
    expect(await database().observations.toArray()).toMatchObject([
      { latitude: 52.0907, location_source: 'gps', time_zone: 'Europe/Amsterdam' },
    ]);
  });

  it('says when no location was found, and is one tap from its place', async () => {
    await saveAtOnce();
    act(() => geolocation.fail(1));
    await screen.findByText('Location not found. The record was saved without a place.');
    const [row] = await database().observations.toArray();
    expect(screen.getByRole('link', { name: 'Add place' }).getAttribute('href')).toBe(`/observe?edit=${row!.id}#place`);
  });

  /** A browser that shows its question about the location, until the test answers. */
  function openQuestion() {
    const status = { state: 'prompt', onchange: null as (() => void) | null };
    vi.spyOn(navigator, 'permissions', 'get').mockReturnValue({ query: async () => status } as unknown as Permissions);
    return (state: 'granted' | 'denied') => {
      status.state = state;
      status.onchange?.();
    };
  }

  it('says that it waits for permission while the question is open, and is one tap from its place', async () => {
    const answer = openQuestion();
    await saveAtOnce('Waiting for permission to use your location…');
    const [row] = await database().observations.toArray();
    expect(screen.getByRole('link', { name: 'Add place' }).getAttribute('href')).toBe(`/observe?edit=${row!.id}#place`);
    expect(screen.queryByText('Getting location…')).toBeNull();
    act(() => answer('granted'));
    await screen.findByText('Getting location…');
    expect(screen.queryByText(/Waiting for permission/)).toBeNull();
    act(() => geolocation.report(52.0907, 5.1214, 8));
    await waitFor(async () =>
      expect(await database().observations.toArray()).toMatchObject([{ latitude: 52.0907, location_source: 'gps' }]),
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Add place' })).toBeNull());
  });

  it('says that it has no place if the location was refused before', async () => {
    await pinnedFields.update(database(), () => ({ taxon: { verbatim_name: 'a wren' } }));
    await renderAs(user, <ObserveScreen />, { at: '/observe' });
    const save = await screen.findByRole('button', { name: 'Save record' });
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    act(() => geolocation.fail(1));
    fireEvent.click(save);
    await screen.findByText('Location not found. The record was saved without a place.');
    const [row] = await database().observations.toArray();
    expect(screen.getByRole('link', { name: 'Add place' }).getAttribute('href')).toBe(`/observe?edit=${row!.id}#place`);
    // Today says so too.
    expect(await recordsWithoutFix(database(), Date.now())).toEqual([row!.id]);
  });

  it('is no record without a place if the person gave it one after the refusal', async () => {
    await pinnedFields.update(database(), () => ({ taxon: { verbatim_name: 'a wren' } }));
    await renderAs(user, <ObserveScreen />, { at: '/observe' });
    const save = await screen.findByRole('button', { name: 'Save record' });
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    act(() => geolocation.fail(1));
    await unfold();
    fireEvent.click(screen.getByRole('button', { name: 'Type coordinates' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value: '52.1, 5.1' } });
    fireEvent.click(save);
    await screen.findByRole('region', { name: 'Saved' });
    expect(await database().observations.toArray()).toMatchObject([{ latitude: 52.1 }]);
    expect(screen.queryByRole('link', { name: 'Add place' })).toBeNull();
    expect(await recordsWithoutFix(database(), Date.now())).toEqual([]);
  });

  it('is measured on after the save is undone', async () => {
    await saveAtOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('heading', { level: 1, name: 'New record' });
    act(() => geolocation.report(52.0907, 5.1214, 8));
    expect(await screen.findByText('52.09070, 5.12140')).toBeDefined();
  });
});

describe('an open draft', () => {
  it('is discarded by the second click, not by the first', async () => {
    const id = await openDraft({ ...blankValues(user.preferences), verbatim_name: 'a wren', notes: 'singing' });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard this draft' }));
    const sure = await screen.findByRole('button', { name: 'Discard forever' });
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'singing' } });
    fireEvent.blur(sure);
    const again = await screen.findByRole('button', { name: 'Discard this draft' });
    expect(await database().drafts.get(id)).toBeDefined();
    fireEvent.click(again);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard forever' }));
    await screen.findByText('Today');
    await waitFor(async () => expect(await database().drafts.count()).toBe(0));
  });
});
