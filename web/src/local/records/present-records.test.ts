import type { TaxonSummary } from '@veld/contract';
import { expect, it } from 'vitest';
import { newId } from '../db/ids';
import { anna, bram, freshDatabase, observer } from '../testing/people';
import { deleteObservation, saveObservation } from './observations';
import { allPresentRecords, cachedPresentRecords, presentRecordsSince, recentPresentRecords } from './present-records';

const robin: TaxonSummary = {
  id: 7,
  name: 'robin',
  scientific_name: 'Erithacus rubecula',
  rank: 'species',
  group: 'bird',
  image_url: null,
};
const user = observer(anna);

it('own records are reduced to what suggestions need, without ticks, absences and uncertain places', async () => {
  const database = freshDatabase();
  const place = { latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 10 };
  const options = { user, taxon: robin };
  const first = await saveObservation(database, { taxon_id: 7, observed_on: '2025-11-20', ...place }, [], { ...options, now: 1 });
  const wide = { taxon_id: 7, ...place, coordinate_uncertainty_m: 30_000 };
  const second = await saveObservation(database, wide, [], { ...options, now: 2 });
  await saveObservation(database, { verbatim_name: 'some bird' }, [], { user, now: 3 });
  await saveObservation(database, { taxon_id: 7 }, [], { ...options, now: 6 });
  const gone = await saveObservation(database, { taxon_id: 7 }, [], { ...options, now: 4 });
  await deleteObservation(database, gone);
  await saveObservation(database, { taxon_id: 7, count: 0 }, [], { ...options, now: 5 });

  const noTime = { observed_time: null, time_zone: null };
  const expected = [
    { id: first, taxon: robin, observed_on: '2025-11-20', latitude: 52.1, longitude: 5.1, saved_at: 1, ...noTime },
    { id: second, taxon: robin, observed_on: null, latitude: null, longitude: null, saved_at: 2, ...noTime },
  ];
  const byAge = (all: { saved_at: number }[]) => all.toSorted((one, other) => one.saved_at - other.saved_at);
  expect(byAge(await recentPresentRecords(database, 10))).toEqual(expected);
  expect(await recentPresentRecords(database, 4)).toHaveLength(1);
  expect(await presentRecordsSince(database, 1)).toEqual(expected);
  expect(await presentRecordsSince(database, 2)).toEqual([expected[1]]);
  expect(await presentRecordsSince(database, 7)).toEqual([]);
  expect(byAge(await allPresentRecords(database))).toEqual(expected);
});

it('other people’s records exclude obscured places, absences and own records', async () => {
  const database = freshDatabase();
  const record = (id: string, more: object) => ({
    id,
    user: observer(bram),
    taxon: robin,
    is_obscured: false,
    latitude: 52.1,
    longitude: 5.1,
    coordinate_uncertainty_m: 15,
    observed_on: '2026-11-20',
    ...more,
  });
  const open = newId();
  const pages = [
    { data: [{ kind: 'observation', observation: record(open, {}) }] },
    {
      data: [
        record(newId(), { is_obscured: true }),
        record(newId(), { count: 0 }),
        record(newId(), { user: { ...user, id: database.userId } }),
        record(newId(), { latitude: null }),
        record(newId(), { taxon: null }),
        record(newId(), { coordinate_uncertainty_m: 28_000 }),
      ],
    },
  ];
  const queries = [{ queryKey: ['feed'], state: { data: { pages } } }];
  await database.queries.put({ key: 'cache', value: { clientState: { queries, mutations: [] } } });
  expect(await cachedPresentRecords(database)).toEqual([
    { id: open, taxon: robin, observed_on: '2026-11-20', latitude: 52.1, longitude: 5.1, saved_at: 0 },
  ]);
  expect(await cachedPresentRecords(freshDatabase())).toEqual([]);
});
