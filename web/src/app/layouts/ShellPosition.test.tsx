// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { location } from '../../device/location';
import { type FakeGeolocation, stubGeolocation } from '../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { nobody, renderAs } from '../../testing/render-as';
import { ShellPosition } from './ShellPosition';

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
