import { expect, it } from 'vitest';
import { anna, freshDatabase, observer } from '../testing/people';
import { factsReady } from './in-memory/stored-facts';
import { newestRecords } from './present-records';
import { saveObservation } from './save-observation';

it('the newest records are those with the latest dates, with the number of all, without ticks', async () => {
  const database = freshDatabase();
  expect(await newestRecords(database, 2)).toBeNull();
  await factsReady(database);
  const save = (draft: object) => saveObservation(database, { taxon_id: 17, ...draft }, [], { user: observer(anna) });
  for (const observed_on of ['2026-05-01', '2025-05-01', '2026-05-03', '2024-01-01']) await save({ observed_on });
  await save({ notes: 'without a date' });
  await save({});
  const { records, total } = (await newestRecords(database, 2))!;
  expect(records.map(({ observed_on }) => observed_on)).toEqual(['2026-05-03', '2026-05-01']);
  expect(total).toBe(5);
  expect(await newestRecords(database, 5)).toBeNull();
});
