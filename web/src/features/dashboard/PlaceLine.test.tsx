// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { PLACE_WAIT_MS } from '../../local/records/waiting-places';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import DashboardScreen from './DashboardScreen';

it('Today says which records have no place because the location was not found, one tap from the form', async () => {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const save = (now: number) => saveObservation(database, { verbatim_name: 'a wren' }, [], { user: observer(anna), now, place: 'awaited' });
  await save(Date.now() - 2 * PLACE_WAIT_MS);
  const latest = await save(Date.now() - PLACE_WAIT_MS);
  // Still waiting, and never waited.
  await save(Date.now());
  await saveObservation(database, { verbatim_name: 'a robin' }, [], { user: observer(anna) });
  await renderAs(anna, <DashboardScreen />);
  await screen.findByText('2 records have no place because your location wasn’t found.');
  expect(screen.getByRole('link', { name: 'Add place' }).getAttribute('href')).toBe(`/observe?edit=${latest}#place`);
});

it('Today says so at once if the location was refused before the record was saved, until the record was edited', async () => {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const draft = { verbatim_name: 'a wren' };
  const id = await saveObservation(database, draft, [], { user: observer(anna), place: 'missed' });
  await renderAs(anna, <DashboardScreen />);
  await screen.findByText('1 record has no place because your location wasn’t found.');
  expect(screen.getByRole('link', { name: 'Add place' }).getAttribute('href')).toBe(`/observe?edit=${id}#place`);
  await act(() => saveObservation(database, { ...draft, notes: 'singing' }, [], { id, user: observer(anna) }).then(() => undefined));
  await waitFor(() => expect(screen.queryByText(/has no place/)).toBeNull());
});
