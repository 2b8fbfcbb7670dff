// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { finishTally } from '../../local/records/finish-tally';
import { changeSavedPlaces } from '../../local/changes/saved-places';
import { emptyTally, runningTally, withNewTap } from '../../local/records/tally';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { TallyDone } from './TallyDone';

const taxon = (id: number, name: string) => ({ id, name, scientific_name: name, rank: 'species', group: 'bird' as const, image_url: null });

async function finished({ isMeasuring = false } = {}) {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const now = Date.now();
  const started = emptyTally({ now, time_zone: null, source: 'gps' });
  const tally = withNewTap(withNewTap(started, taxon(7, 'robin'), { now }), taxon(8, 'wren'), { now });
  await runningTally.update(database, () => tally);
  const clock = () => ({ day: '2026-11-21', time: '12:00' });
  const facts = { user: observer(anna), preferences: anna.preferences, zoneOf: () => null, clock, isMeasuring };
  const result = await finishTally(database, facts);
  await changeSavedPlaces(database, () => [
    { id: newId(), name: 'Garden', kind: 'garden', latitude: 52.3, longitude: 5.1, uncertainty_m: 25, notes: '' },
  ]);
  await renderAs(anna, <TallyDone finished={result} onContinue={() => {}} />);
  const places = async () => (await database.observations.toArray()).map(({ latitude, location_source }) => [latitude, location_source]);
  return { places };
}
const QUESTION = '2 records have no place. Choose one for all of them:';

it('a tally without a place gets a saved one for all its records, or each record its own', async () => {
  const { places } = await finished();
  await screen.findByText(QUESTION);
  expect(screen.getAllByRole('link', { name: /^Add place: / }).map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/^\/observe\?edit=.*#place$/),
    expect.stringMatching(/^\/observe\?edit=.*#place$/),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Garden' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(await places()).toEqual([
    [52.3, 'saved_place'],
    [52.3, 'saved_place'],
  ]);
});

it('typed coordinates place a tally too, once they can be read', async () => {
  const { places } = await finished();
  const field = await screen.findByLabelText('Coordinates');
  fireEvent.change(field, { target: { value: 'by the pond' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add place' }));
  await screen.findByText('Veld can’t read these coordinates.');
  fireEvent.change(field, { target: { value: '52.09, 5.12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add place' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(await places()).toEqual([
    [52.09, 'typed'],
    [52.09, 'typed'],
  ]);
});

it('a tally whose location is still being measured waits for it', async () => {
  await finished({ isMeasuring: true });
  expect(await screen.findByText('Getting location…')).toBeDefined();
  expect(screen.queryByText(QUESTION)).toBeNull();
});
