// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CHANGES_CURSOR } from '../../../local/pull/pull-store';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { recordOfForm } from '../../recording/testing/records';
import PlaceScreen from './PlaceScreen';

describe('the page of a saved place', () => {
  it('has the records there, without a connection', async () => {
    const anna = freshPerson('anna');
    const hide = {
      id: newId(),
      name: 'Hide',
      kind: 'hide' as const,
      latitude: 52,
      longitude: 5,
      uncertainty_m: null,
      notes: 'Bring a scope',
    };
    const database = openUserDatabase(anna.id);
    await changeSavedPlaces(database, () => [hide]);
    await database.observations.bulkAdd([
      recordOfForm({ latitude: 52, longitude: 5, day: '2026-05-03' }),
      recordOfForm({ latitude: 53, longitude: 5, day: '2026-04-03' }),
    ]);
    await renderAs(anna, <PlaceScreen />, { at: `/settings/locations/${hide.id}` });
    expect(await screen.findByRole('heading', { level: 1, name: 'Hide' })).toBeDefined();
    expect(await screen.findByText('First visit')).toBeDefined();
    expect(screen.queryByText('Last visit')).toBeNull();
    expect(screen.getByText('Bring a scope')).toBeDefined();
    expect(screen.getByRole('listitem', { name: 'May: 1 record' })).toBeDefined();
    expect(screen.getByRole('listitem', { name: 'April: 0 records' })).toBeDefined();
  });

  it('says that a place does not exist, such as one of another person', async () => {
    const [anna, bram] = [freshPerson('anna'), freshPerson('bram')];
    const hide = { id: newId(), name: 'Hide', kind: 'hide' as const, latitude: 52, longitude: 5, uncertainty_m: null, notes: '' };
    await changeSavedPlaces(openUserDatabase(anna.id), () => [hide]);
    await renderAs(bram, <PlaceScreen />, { at: `/settings/locations/${hide.id}` });
    // A new device does not know yet what he has.
    expect(await screen.findByText('Downloading your records')).toBeDefined();
    await openUserDatabase(bram.id).settings.put({ key: CHANGES_CURSOR, value: 'c' });
    expect(await screen.findByText('You don’t have this place, or it was deleted.')).toBeDefined();
    expect(screen.queryByText('Hide')).toBeNull();
  });
});
