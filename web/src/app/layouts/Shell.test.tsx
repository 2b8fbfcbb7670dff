// @vitest-environment happy-dom
import { screen, act, waitFor, fireEvent } from '@testing-library/react';
import { describe, expect, it, beforeEach, vi } from 'vitest';
import { location } from '../../device/location';
import { type FakeGeolocation, stubGeolocation } from '../../device/testing/fake-geolocation';
import { auth } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { RECEIVING } from '../../local/pull/pull-store';
import { deleteObservation, saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs, nobody } from '../../testing/render-as';
import { ShellStatistics, ShellSync, ShellPosition, LogOut } from './Shell';

const record = { taxon_id: 17, observed_on: '2026-05-10' };

describe('the sync state and the figures of the shell', () => {
  it('count records, and neither ticks nor a deletion that is not sent', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const options = { user: observer(anna) };
    await saveObservation(database, record, [], options);
    await saveObservation(database, { taxon_id: 18 }, [], options);
    const gone = await saveObservation(database, { ...record, taxon_id: 19 }, [], options);
    await database.outbox.where('observation_id').equals(gone).modify({ tries: 1 });
    await deleteObservation(database, gone);
    await renderAs(anna, [<ShellSync key="sync" />, <ShellStatistics key="figures" />]);
    expect(await screen.findByText('1 record waiting to upload')).toBeDefined();
    expect(await screen.findByText('1 record')).toBeDefined();
    expect(await screen.findByText('2 species')).toBeDefined();
  });

  it('call a tick a change, and do not say that everything is synced', async () => {
    const anna = freshPerson('anna');
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 18 }, [], { user: observer(anna) });
    await renderAs(anna, <ShellSync />);
    const chip = await screen.findByRole('link', { name: '1 change waiting to upload' });
    // Shown alone where the words have no room.
    expect(chip.dataset.count).toBe('1');
  });

  it('on a new device, say how many of the records have arrived, and give no figures yet', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    await database.settings.put({ key: RECEIVING, value: { received: 120, total: 1677 } });
    await renderAs(anna, [<ShellSync key="sync" />, <ShellStatistics key="figures" />]);
    const label = await screen.findByText('Getting your records, 120 of 1,677');
    expect(label.parentElement?.dataset.count).toBe('120/1,677');
    expect(screen.queryByText('All synced')).toBeNull();
    expect(screen.queryByText('0 records')).toBeNull();
    await database.settings.delete(RECEIVING);
    expect(await screen.findByText('0 records')).toBeDefined();
    expect(await screen.findByText('All synced')).toBeDefined();
  });
});

describe('the location in the frame', () => {
  let geolocation: FakeGeolocation;
  beforeEach(async () => {
    // The location stays on for a moment after the test before.
    await vi.waitUntil(() => location.store.getState().state === 'off', { timeout: 60_000 });
    geolocation = stubGeolocation();
  });

  it('gives a record its place, whichever screen is open, and ends with the frame', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const options = { user: observer(anna), place: 'awaited' as const };
    const id = await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], options);
    const shown = await renderAs(anna, <ShellPosition />);
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    // Looser than the person’s target accuracy of 10 m, so that measuring goes on.
    act(() => geolocation.report(52.0907, 5.1214, 30));
    await waitFor(async () =>
      expect(await database.observations.get(id)).toMatchObject({ latitude: 52.0907, longitude: 5.1214, location_source: 'gps' }),
    );
    expect((await screen.findByText('30 m')).closest('button')).not.toBeNull();
    expect(geolocation.watches.size).toBe(1);
    act(() => geolocation.report(52.0907, 5.1214, 10));
    await waitFor(() => expect(geolocation.watches.size).toBe(0));

    await saveObservation(database, { taxon_id: 18, observed_on: '2026-05-10' }, [], options);
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    shown.unmount();
    await waitFor(() => expect(geolocation.watches.size).toBe(0));
  });

  it('is not measured for nobody', async () => {
    await renderAs(nobody, <ShellPosition />);
    await act(() => Promise.resolve());
    expect([geolocation.watches.size, location.store.getState().state]).toEqual([0, 'off']);
  });
});

it.each([0, 1])('the menu asks before logging out only if something is unsent: %i', async (unsent) => {
  const anna = freshPerson('anna');
  if (unsent > 0) await saveObservation(openUserDatabase(anna.id), { taxon_id: 17 }, [], { user: observer(anna) });
  const ask = vi.fn<() => void>();
  await renderAs(anna, <LogOut onAsk={ask} />, { routes: { '/welcome': <p>the welcome screen</p> } });
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  if (unsent > 0) await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  else await screen.findByText('the welcome screen');
  expect(ask).toHaveBeenCalledTimes(unsent);
  expect(auth.check()).toBe(unsent > 0);
});
