import { randomUUID } from 'node:crypto';
import {
  deleteSavedPlace,
  deleteSpeciesNote,
  deleteWantedTaxon,
  listSavedPlaces,
  listSpeciesNotes,
  listWantedTaxa,
  MAX_SAVED_PLACES,
  MAX_SPECIES_NOTES,
  putSavedPlace,
  putSpeciesNote,
  putWantedTaxon,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { type Person, person } from '../../testing/people.ts';
import { insertTaxa } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { removeSavedPlaces } from '../geo/saved-places.ts';
import { removeSettings } from './store.ts';

const BLANK = {
  geometry: null,
  geoprivacy: null,
  habitat: null,
  colour: null,
  is_private_zone: null,
  list_position: null,
  open_to_all: null,
};
const PLACE = { name: 'Marsh', kind: 'patch', latitude: 52.1, longitude: -5.25, uncertainty_m: 30, notes: 'Bring boots' } as const;

const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 52],
      [6, 52],
      [6, 53],
      [5, 53],
      [5, 52],
    ],
  ],
};

describe('the lists that a person’s devices share', () => {
  let people = 0;
  let now = new Date('2026-05-01T08:00:00Z');
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    people += 1;
    [anna, bram] = [await person(veld, `anna${people}`), await person(veld, `bram${people}`)];
  });

  const places = async (who: Person) => (await veld.call(listSavedPlaces, {}, who.token)).body.data;
  const wanted = async (who: Person) => (await veld.call(listWantedTaxa, {}, who.token)).body.data;
  const put = (who: Person, id: string, body: object = PLACE) =>
    veld.call(putSavedPlace, { params: { id }, body: body as typeof PLACE }, who.token);

  it('have saved places as they were sent, replaced by id, each person their own', async () => {
    const [id, other] = [randomUUID(), randomUUID()].toSorted() as [string, string];
    await put(anna, id);
    await put(anna, id);
    await put(anna, other, { ...PLACE, uncertainty_m: null });
    await put(anna, other, { ...PLACE, name: 'Hide', uncertainty_m: null, notes: '' });
    await put(bram, id, { ...PLACE, name: 'Bram’s' });
    expect(await places(anna)).toEqual([
      { id, ...PLACE, ...BLANK },
      { id: other, ...PLACE, ...BLANK, name: 'Hide', uncertainty_m: null, notes: '' },
    ]);
    expect(await places(bram)).toEqual([{ id, ...PLACE, ...BLANK, name: 'Bram’s' }]);
    await veld.call(deleteSavedPlace, { params: { id } }, anna.token);
    expect((await veld.call(deleteSavedPlace, { params: { id } }, anna.token)).status).toBe(204);
    expect((await places(anna)).map((place) => place.id)).toEqual([other]);
    expect(await places(bram)).toHaveLength(1);
  });

  it('reject places without a name, off the globe or of an unknown kind', async () => {
    for (const change of [
      { name: ' ' },
      { latitude: 90.1 },
      { longitude: 181 },
      { uncertainty_m: -1 },
      { kind: 'moon' },
      { notes: 'a'.repeat(2001) },
      { geometry: { type: 'Point', coordinates: [5, 52] } },
      { geoprivacy: 'hidden' },
      { habitat: 'moon' },
      { colour: '#ff0000' },
      { list_position: 1e10 },
    ])
      expect((await put(anna, randomUUID(), { ...PLACE, ...change })).status).toBe(422);
    expect(await places(anna)).toEqual([]);
  });

  it('have the shape of a place and what its records start with, which requests of older versions of the app do not change', async () => {
    const id = randomUUID();
    const more = { geometry: AREA, geoprivacy: 'obscured', habitat: 'marsh', colour: 'water', is_private_zone: true, list_position: -1.5 };
    await put(anna, id, { ...PLACE, ...more });
    await put(anna, id, { ...PLACE, name: 'Fen' });
    expect(await places(anna)).toEqual([{ id, ...PLACE, ...BLANK, ...more, name: 'Fen' }]);
    await put(anna, id, { ...PLACE, geometry: null, habitat: null });
    expect(await places(anna)).toEqual([{ id, ...PLACE, ...BLANK, ...more, geometry: null, habitat: null }]);
    const bowTie = { type: 'Polygon', coordinates: [[AREA.coordinates[0]![0], [5, 53], [6, 52], [6, 53], [5, 52]]] };
    const { status, problem } = await put(anna, id, { ...PLACE, geometry: bowTie });
    expect([status, problem.errors]).toEqual([422, { geometry: ['The outline of the area crosses or touches itself.'] }]);
  });

  it('have a limit on the vertices of all places', async () => {
    const rows = Array.from({ length: 25 }, () => ({ ...PLACE, user_id: anna.user.id, id: randomUUID(), vertices: 2000 }));
    await veld.db.insertInto('saved_places').values(rows).execute();
    const { status, problem } = await put(anna, randomUUID(), { ...PLACE, geometry: AREA });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['geometry']]);
    expect((await put(anna, rows[0]!.id, { ...PLACE, geometry: AREA })).status).toBe(204);
    expect((await put(anna, randomUUID())).status).toBe(204);
    expect((await put(bram, randomUUID(), { ...PLACE, geometry: AREA })).status).toBe(204);
  });

  it('have a limit on places, which also holds for replacements beyond it', async () => {
    const ids = Array.from({ length: MAX_SAVED_PLACES }, () => randomUUID());
    await veld.db
      .insertInto('saved_places')
      .values(ids.map((id) => ({ user_id: anna.user.id, id, ...PLACE })))
      .execute();
    const { status, problem } = await put(anna, randomUUID());
    expect([status, problem.errors]).toEqual([422, { id: ['This list is full. Remove something from it first.'] }]);
    expect((await put(anna, ids[0]!, { ...PLACE, name: 'Fen' })).status).toBe(204);
    expect(await places(anna)).toHaveLength(MAX_SAVED_PLACES);
  });

  it('are written while a transaction that adds another row of the person is still open', async () => {
    await inTransaction(veld.db, async (tx) => {
      // What a foreign key locks: with a stronger lock, simultaneous writes would end in deadlocks.
      await tx.selectFrom('users').select('id').where('id', '=', anna.user.id).forKeyShare().execute();
      expect((await put(anna, randomUUID())).status).toBe(204);
      expect((await veld.call(putWantedTaxon, { params: { taxon_id: '1' } }, anna.token)).status).toBe(204);
    });
  });

  it('have wanted taxa, the last added first, each once', async () => {
    for (const taxon_id of [3, 7, 3]) {
      now = new Date(now.getTime() + 1000);
      await veld.call(putWantedTaxon, { params: { taxon_id: String(taxon_id) } }, anna.token);
    }
    expect([await wanted(anna), await wanted(bram)]).toEqual([[7, 3], []]);
    for (let time = 0; time < 2; time++) await veld.call(deleteWantedTaxon, { params: { taxon_id: '7' } }, anna.token);
    expect(await wanted(anna)).toEqual([3]);
  });

  const notes = async (who: Person) => (await veld.call(listSpeciesNotes, {}, who.token)).body.data;
  const write = (who: Person, taxon_id: number, text: string) =>
    veld.call(putSpeciesNote, { params: { taxon_id: String(taxon_id) }, body: { text } }, who.token);

  it('have private notes on species, one for each, which only their writer gets', async () => {
    await write(anna, 7, 'Sings before sunrise');
    await write(anna, 7, 'Sings at night');
    await write(anna, 3, 'Under bark');
    await write(bram, 7, 'Bram’s');
    expect(await notes(anna)).toEqual([
      { taxon_id: 3, text: 'Under bark' },
      { taxon_id: 7, text: 'Sings at night' },
    ]);
    for (let time = 0; time < 2; time++) await veld.call(deleteSpeciesNote, { params: { taxon_id: '7' } }, anna.token);
    expect(await notes(anna)).toEqual([{ taxon_id: 3, text: 'Under bark' }]);
    expect(await notes(bram)).toEqual([{ taxon_id: 7, text: 'Bram’s' }]);
    expect((await veld.call(listSpeciesNotes, {})).status).toBe(401);
  });

  it('reject notes without text, that are too long, or beyond the limit', async () => {
    for (const text of ['', ' \n', 'a'.repeat(4001)]) expect((await write(anna, 3, text)).status).toBe(422);
    const rows = Array.from({ length: MAX_SPECIES_NOTES }, (_, at) => ({ user_id: anna.user.id, taxon_id: at + 1, text: 'a' }));
    await veld.db.insertInto('species_notes').values(rows).execute();
    expect((await write(anna, MAX_SPECIES_NOTES + 1, 'b')).problem.errors).toEqual({
      taxon_id: ['This list is full. Remove something from it first.'],
    });
    expect((await write(anna, 1, 'b')).status).toBe(204);
  });

  it('have the notes on a merged taxon under its successor', async () => {
    await insertTaxa(veld, [
      { id: 920_001, scientific_name: 'Parus vetus' },
      { id: 920_002, scientific_name: 'Parus novus' },
    ]);
    await veld.db.updateTable('taxa').set({ is_deleted: true, accepted_id: 920_002 }).where('id', '=', 920_001).execute();
    await write(anna, 920_001, 'From a device with the old name');
    expect(await notes(anna)).toEqual([{ taxon_id: 920_002, text: 'From a device with the old name' }]);
    await veld.call(deleteSpeciesNote, { params: { taxon_id: '920001' } }, anna.token);
    expect(await notes(anna)).toEqual([]);
  });

  it('are erased with the account, also if its records stay', async () => {
    await put(anna, randomUUID());
    await veld.call(putWantedTaxon, { params: { taxon_id: '3' } }, anna.token);
    await write(anna, 3, 'Under bark');
    await removeSettings(veld.db, anna.user.id);
    await removeSavedPlaces(veld.db, anna.user.id);
    for (const table of ['saved_places', 'wanted_taxa', 'species_notes'] as const)
      expect(await veld.db.selectFrom(table).select('user_id').where('user_id', '=', anna.user.id).execute()).toEqual([]);
  });
});
