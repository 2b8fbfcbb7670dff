import { expect, it } from 'vitest';
import { anna, freshDatabase, observer } from '../../testing/people';
import { deleteObservation, saveObservation } from '../observations';
import { extractFact } from '../../db/facts';
import { factReader, recordFacts } from './record-facts';

const user = observer(anna);
const taxon = { id: 7, name: 'robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };

it('records are reduced to what statistics need, without ticks and deleted ones', async () => {
  const database = freshDatabase();
  const save = (draft: object) => saveObservation(database, { taxon_id: 7, ...draft }, [], { user, taxon });
  await save({});
  const gone = await save({ observed_on: '2026-05-01' });
  await deleteObservation(database, gone);
  const timed = await save({ observed_on: '2026-05-03', observed_time: '06:45', time_zone: 'Europe/Amsterdam', count: 12 });
  const absent = await save({ observed_on: '2026-05', count: 0 });
  const hidden = await save({ latitude: 52, longitude: 5, geoprivacy: 'private' });
  const held = recordFacts(database);
  await held.ready();
  const facts = new Map(held.current().map((fact) => [fact.id, fact]));
  expect([...facts.keys()].toSorted()).toEqual([timed, absent, hidden].toSorted());
  expect(facts.get(timed)).toMatchObject({ days: { from: '2026-05-03', to: '2026-05-03' }, hour: 6, count: 12, isAbsence: false });
  expect(facts.get(absent)).toMatchObject({ days: { from: '2026-05-01', to: '2026-05-31' }, hour: null, isAbsence: true });
  expect(facts.get(hidden)).toMatchObject({ days: null, hour: null, isOpen: false, latitude: 52 });
  expect(facts.get(timed)!.taxon).toBe(facts.get(absent)!.taxon);
});

it('a time counts only with a day', async () => {
  const database = freshDatabase();
  const id = await saveObservation(database, { taxon_id: 7, observed_on: '2026-05-03', observed_time: '06:45', notes: 'singing' }, [], {
    user,
    taxon,
  });
  const row = (await database.observations.get(id))!;
  const hourOf = (change: object) => factReader()(extractFact({ ...row, ...change })!)[0]!.hour;
  expect(hourOf({})).toBe(6);
  expect(hourOf({ observed_on: '2026-05-03/2026-05-04' })).toBeNull();
  expect(hourOf({ observed_on: '2026-05' })).toBeNull();
  expect(hourOf({ observed_on: null })).toBeNull();
  expect(hourOf({ observed_time: '24:10' })).toBeNull();
  expect(hourOf({ observed_time: null })).toBeNull();
});
