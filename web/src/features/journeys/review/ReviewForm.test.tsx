// @vitest-environment happy-dom
import { countTableKey } from '@veld/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { saveObservation } from '../../../local/records/observations';
import { freshPerson, observer } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { storedJourney, walkedTrack } from '../testing/journeys';
import { ReviewForm } from './ReviewForm';

it('has a number to type for each record, but for a count that is the sum of a table', async () => {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const track = walkedTrack(10);
  const journey = await storedJourney(database, {}, track);
  const taxon = { name: 'robin', scientific_name: 'Erithacus', rank: 'species', group: 'bird' as const, image_url: null };
  const found = { observed_on: '2026-05-09', observed_time: '10:05', latitude: 52, longitude: 5.1, journey_id: journey.id };
  const save = (id: number, name: string, draft: object) =>
    saveObservation(database, { taxon_id: id, ...found, ...draft }, [], { user: observer(anna), taxon: { ...taxon, id, name } });
  await save(1, 'robin', { count: 2 });
  const table = { [countTableKey('male', 'adult')]: 4, [countTableKey('female', 'adult')]: 3 };
  await save(2, 'frog', { count: 7, attributes: table });
  await renderAs(
    anna,
    <ReviewForm
      journey={journey}
      track={track}
      records={await database.observations.toArray()}
      sharing="none"
      targets={[]}
      onDone={() => {}}
      onLeave={() => {}}
    />,
    { at: `/journey/${journey.id}` },
  );
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /robin/ })).value).toBe('2');
  expect(screen.queryByRole('textbox', { name: /frog/ })).toBeNull();
  expect(screen.getByText('frog').closest('li')!.textContent).toContain('7');
});
