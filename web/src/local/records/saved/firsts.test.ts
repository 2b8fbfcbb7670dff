import { describe, expect, it } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../db/database';
import { CHANGES_CURSOR } from '../../pull/pull-store';
import { freshPerson, observer } from '../../testing/people';
import { ownObservation, saveObservation } from '../observations';
import { findFirsts } from './firsts';

const wren = { id: 4, name: 'Wren', scientific_name: 'Troglodytes troglodytes', group: 'bird' as const, rank: 'species', image_url: null };
const heron = { ...wren, id: 5, name: 'Heron' };
const PLACE = { latitude: 52.05, longitude: 5.05, location_source: 'gps' as const };
const ELSEWHERE = { ...PLACE, latitude: 52.15 };

async function saver() {
  const user = freshPerson('anna');
  const database = openUserDatabase(user.id);
  const save = async (taxon: typeof wren, change: object = PLACE) => {
    const id = await saveObservation(database, { taxon_id: taxon.id, observed_on: '2026-05-10', ...change }, [], {
      user: observer(user),
      taxon,
    });
    return findFirsts(database, (await ownObservation(database, id))!);
  };
  return { database, save };
}

const fetched = (database: UserDatabase) => database.settings.put({ key: CHANGES_CURSOR, value: '1' });

describe('a saved record', () => {
  it('is the first ever, of its species, or in its cell', async () => {
    const { database, save } = await saver();
    await fetched(database);
    expect(await save(wren)).toEqual(['ever']);
    expect(await save(wren)).toEqual([]);
    expect(await save(heron)).toEqual(['species']);
    expect(await save(wren, ELSEWHERE)).toEqual(['place']);
    expect(await save({ ...wren, id: 6 }, { ...PLACE, latitude: 53 })).toEqual(['species', 'place']);
  });

  it('is the first of nothing if it is an absence, and an absence keeps no other from being the first', async () => {
    const { database, save } = await saver();
    await fetched(database);
    expect(await save(wren, { ...PLACE, count: 0, count_type: 'exact' })).toEqual([]);
    expect(await save(wren)).toEqual(['ever']);
  });

  it('is the first of nothing while records of the person may be missing on this device', async () => {
    const { save } = await saver();
    expect(await save(wren)).toEqual([]);
  });
});
