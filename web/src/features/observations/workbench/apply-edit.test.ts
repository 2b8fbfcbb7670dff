import { describe, expect, it } from 'vitest';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import type { UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { ownObservations, saveObservation } from '../../../local/records/observations';
import { anna, freshDatabase, observer } from '../../../local/testing/people';
import { applyChanges, undoChanges } from './apply-edit';
import { planEdit } from './bulk-edit';

const target = { field: 'license' } as const;
const edit = { target, action: 'set', value: 'CC0-1.0' } as const;
const unexpected = (cause: unknown) => {
  throw cause;
};
const licences = async (database: UserDatabase) => (await ownObservations(database)).map(({ license }) => license);

async function withRecords(): Promise<UserDatabase> {
  const database = freshDatabase();
  for (const taxon_id of [1, 2, 3])
    await saveObservation(database, { taxon_id, license: 'CC-BY-4.0', observed_on: '2026-05-01' }, [], { user: observer(anna) });
  return database;
}
const planned = async (database: UserDatabase) => planEdit(await ownObservations(database), edit).changes;

describe('changing many records', () => {
  it('saves each of them with one outbox item, and again changes nothing', async () => {
    const database = await withRecords();
    const before = await database.outbox.count();
    const changes = await planned(database);
    expect(await applyChanges(database, anna, changes, () => true, unexpected)).toHaveLength(3);
    expect(await licences(database)).toEqual(['CC0-1.0', 'CC0-1.0', 'CC0-1.0']);
    expect(await planned(database)).toEqual([]);
    const items = await database.outbox.toArray();
    expect(new Set(items.map(({ observation_id: id }) => id)).size).toBe(3);
    expect(items.length).toBeLessThanOrEqual(before + 3);
  });

  it('keeps what another tab changed between the preview and the save', async () => {
    const database = await withRecords();
    const changes = await planned(database);
    const { record, before } = changes[0]!;
    await saveObservation(database, { ...before, notes: 'from the other tab' }, [], { id: record.id, user: observer(anna) });
    await applyChanges(database, anna, changes, () => true, unexpected);
    expect((await ownObservations(database)).find(({ id }) => id === record.id)).toMatchObject({
      license: 'CC0-1.0',
      notes: 'from the other tab',
    });
  });

  it('is undone, but not in a record that was changed again', async () => {
    const database = await withRecords();
    const changes = await applyChanges(database, anna, await planned(database), () => true, unexpected);
    const { record, after } = changes[0]!;
    await saveObservation(database, { ...after, license: 'CC-BY-NC-4.0' }, [], { id: record.id, user: observer(anna) });
    expect(await undoChanges(database, anna, changes, unexpected)).toHaveLength(2);
    expect((await licences(database)).toSorted()).toEqual(['CC-BY-4.0', 'CC-BY-4.0', 'CC-BY-NC-4.0']);
  });

  it('leaves a record alone that was deleted meanwhile, and reports a failure after those that are done', async () => {
    const database = await withRecords();
    const changes = await planned(database);
    await database.observations.update(changes[0]!.record.id, { deleted: 1 });
    const broken = { ...changes[2]!, after: { ...changes[2]!.after, latitude: 5, longitude: null } };
    const causes: unknown[] = [];
    const done = await applyChanges(
      database,
      anna,
      [changes[0]!, changes[1]!, broken],
      () => true,
      (cause) => causes.push(cause),
    );
    expect(done.map(({ record }) => record.id)).toEqual([changes[1]!.record.id]);
    expect(causes).toHaveLength(1);
  });

  it('shows the new species at once, and the old one after an undo', async () => {
    const database = await withRecords();
    const swan = { id: 9, name: 'Mute swan', scientific_name: 'Cygnus olor', rank: 'species', group: 'bird', image_url: null } as const;
    const species = { target: { field: 'taxon_id' }, action: 'set', value: { taxon_id: 9 }, taxon: swan } as const;
    const changes = await applyChanges(database, anna, planEdit(await ownObservations(database), species).changes, () => true, unexpected);
    const names = async () => (await ownObservations(database)).map(({ taxon_id, taxon }) => `${taxon_id} ${taxon?.name}`);
    expect(await names()).toEqual(['9 Mute swan', '9 Mute swan', '9 Mute swan']);
    expect(await undoChanges(database, anna, changes, unexpected)).toHaveLength(3);
    expect((await names()).toSorted()).toEqual(['1 undefined', '2 undefined', '3 undefined']);
  });

  it('shows records again that a place in a private zone hid, once that is undone', async () => {
    const database = freshDatabase();
    const home = { id: newId(), name: 'Home', kind: 'home', latitude: 52, longitude: 5, uncertainty_m: 200, notes: '' } as const;
    await changeSavedPlaces(database, () => [{ ...home, is_private_zone: true }]);
    for (const geoprivacy of ['open', 'obscured', 'private'] as const)
      await saveObservation(database, { taxon_id: 1, observed_on: '2026-05-01', latitude: 53, longitude: 6, geoprivacy }, [], {
        user: observer(anna),
      });
    const value = { latitude: 52, longitude: 5, coordinate_uncertainty_m: 9, location_source: 'map', location_id: null } as const;
    const place = { target: { field: 'latitude' }, action: 'set', value } as const;
    const hidden = async () => (await ownObservations(database)).map(({ latitude, geoprivacy }) => `${latitude} ${geoprivacy}`).toSorted();
    const { changes } = planEdit(await ownObservations(database), place, () => 'Europe/Amsterdam');
    const made = await applyChanges(database, anna, changes, () => true, unexpected);
    expect(await hidden()).toEqual(['52 obscured', '52 obscured', '52 private']);
    expect(await undoChanges(database, anna, made, unexpected)).toHaveLength(3);
    expect(await hidden()).toEqual(['53 obscured', '53 open', '53 private']);
  });
});
