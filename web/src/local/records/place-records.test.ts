import { expect, it } from 'vitest';
import { device } from '../testing/app';
import { observer } from '../testing/people';
import { listOutbox } from '../outbox/outbox';
import { deleteObservation, ownObservation, saveObservation } from './observations';
import { placeRecords } from './place-records';

const GARDEN = { latitude: 52, longitude: 5, coordinate_uncertainty_m: 25, location_source: 'saved_place', location_id: null } as const;

it('records without a place get the same one; those that have one, or were deleted, stay as they are', async () => {
  const anna = device();
  const save = (change: object = {}) =>
    saveObservation(anna.database, { verbatim_name: 'a wren', count: 3, ...change }, [], { user: observer(anna.user), place: 'awaited' });
  const [first, second, gone] = [await save(), await save(), await save()];
  const placed = await save({ latitude: 51, longitude: 4, location_source: 'gps' });
  await anna.sender.flush();
  await deleteObservation(anna.database, gone);
  const ids = [first, second, gone, placed];
  await placeRecords(anna.database, ids, GARDEN);
  await placeRecords(anna.database, ids, { ...GARDEN, latitude: 53 });
  expect(await listOutbox(anna.database)).toHaveLength(3);
  await anna.sender.flush();
  for (const id of [first, second]) expect(anna.server.records.get(id)?.own).toMatchObject({ ...GARDEN, count: 3, version: 2 });
  expect(await ownObservation(anna.database, placed)).toMatchObject({ latitude: 51, version: 1 });
  expect(await ownObservation(anna.database, gone)).toBeUndefined();
});
