// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ObservationDraft } from '@veld/contract';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { ownJourneys, recordsOfJourney } from '../../../local/records/journeys/journeys';
import { saveObservation } from '../../../local/records/observations';
import { freshPerson, observer } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { currentDatabase } from '../../../shared/session/session';
import JourneyScreen from '../JourneyScreen';

const LABELS = [/^records?$/, /^species$/, /^first record$/, /^last record$/];

/** The figures of 9 May as anna sees them with these records, as value and label. */
async function figuresWith(records: Partial<ObservationDraft>[]): Promise<string[]> {
  const anna = freshPerson('anna');
  for (const record of records)
    await saveObservation(openUserDatabase(anna.id), { observed_on: '2026-05-09', ...record }, [], { user: observer(anna) });
  await renderAs(anna, <JourneyScreen />, { at: '/journey/2026-05-09' });
  await screen.findByRole('list', { name: 'Records of this day, in order' });
  return LABELS.flatMap((label) => screen.queryAllByText(label).map((found) => found.parentElement!.textContent));
}

it('has tiles for its records, its species, and its first and last time', async () => {
  expect(
    await figuresWith([
      { taxon_id: 17, observed_time: '16:40' },
      { taxon_id: 17, observed_time: '08:12' },
      { taxon_id: 18, observed_time: '11:05' },
      { taxon_id: 18 },
    ]),
  ).toEqual(['4records', '2species', '8:12 AMfirst record', '4:40 PMlast record']);
});

it('has no tiles for times if all its records have the same', async () => {
  expect(
    await figuresWith([
      { taxon_id: 17, observed_time: '08:12' },
      { taxon_id: 18, observed_time: '08:12' },
    ]),
  ).toEqual(['2records', '2species']);
});

it('makes a journey of the records of the day that belong to none', async () => {
  const zone = { time_zone: 'Europe/Amsterdam' };
  await figuresWith([
    { taxon_id: 17, observed_time: '16:40', ...zone },
    { taxon_id: 18, observed_time: '08:12', ...zone },
    { taxon_id: 18 },
    { taxon_id: 19, observed_time: '05:00', ...zone, journey_id: newId() },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Make a journey from 3 records' }));
  const database = currentDatabase();
  await waitFor(async () => expect(await ownJourneys(database)).toHaveLength(1));
  const [journey] = await ownJourneys(database);
  expect(journey).toMatchObject({
    name: 'Morning walk',
    started_at: '2026-05-09T06:12:00.000Z',
    ended_at: '2026-05-09T14:40:00.000Z',
    sharing: 'none',
    ...zone,
  });
  await waitFor(async () => expect(await recordsOfJourney(database, journey!.id)).toHaveLength(3));
});
