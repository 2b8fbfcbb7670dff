import { expect, it } from 'vitest';
import { device } from '../testing/app';
import { observer } from '../testing/people';
import { ChangedRows } from './changed-rows';
import { saveObservation } from './observations';

it('knows single changed records by their ids, and a range of them as all', async () => {
  const { database, user } = device();
  await database.open();
  const changed = new ChangedRows(database);
  expect(changed.take()).toBeNull();
  expect(changed.take()).toBeUndefined();
  const save = () => saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(user) });
  const [one, other] = [await save(), await save()];
  expect(changed.take()).toEqual(new Set([one, other]));
  await database.observations
    .where(':id')
    .between(...([one, other].toSorted() as [string, string]), true, true)
    .delete();
  expect(changed.take()).toBeNull();
});
