import { randomUUID } from 'node:crypto';
import {
  deleteSavedPlace,
  exploreRecords,
  exploreTotals,
  getPublicPlace,
  getPublicPlaceFigures,
  listPublicPlaces,
  listSavedPlaces,
  listSpeciesOfPerson,
  obscuredCell,
  patchPreferences,
  putRelation,
  putSavedPlace,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { addPublicPlace, ringsOfBox } from '../../testing/public-places.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const GARDEN = { name: 'Marsh', kind: 'patch', latitude: 30.05, longitude: 20.05, uncertainty_m: null, notes: 'my secret way in' } as const;
const AREA = {
  type: 'Polygon' as const,
  coordinates: ringsOfBox(20, 30, 20.1, 30.1).map((ring) => ring.map(([x, y]): [number, number] => [x, y])),
};

describe('public places', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer({ ALLOW_BROWSING: '1' });
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { community_opt_in: true });
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  async function record(who: Person, change: Parameters<typeof draft>[0]): Promise<string> {
    const id = randomUUID();
    expect((await save(veld, who, id, draft({ observed_time: null, ...change }))).status).toBe(200);
    return id;
  }
  const found = async (place: string, who?: Person) =>
    (await veld.call(exploreRecords, { query: { place } }, who?.token)).body.data.map(({ id }) => id).toSorted();
  const pageOf = (id: string, who?: Person) => veld.call(getPublicPlace, { params: { id } }, who?.token);

  async function open(
    who: Person,
    change: object = {},
  ): Promise<{ id: string; page: string; status: number; errors?: object | undefined }> {
    const [id, page] = [randomUUID(), randomUUID()];
    const body = { ...GARDEN, geometry: AREA, open_to_all: { id: page, kind: 'patch' as const, text: 'Look for *bitterns*' }, ...change };
    const { status, problem } = await veld.call(putSavedPlace, { params: { id }, body }, who.token);
    return { id, page, status, errors: problem?.errors };
  }

  it('select the records in them for Explore: open ones by their point, hidden ones by their whole cell, private ones of others never', async () => {
    const cell = obscuredCell(10.05, 20.05);
    const at = { latitude: cell.latitude, longitude: cell.longitude };
    const inside = await record(anna, at);
    const hidden = await record(anna, { ...at, geoprivacy: 'obscured' });
    const secret = await record(anna, { ...at, geoprivacy: 'private' });
    await record(anna, { ...at, latitude: cell.north + 0.2 });
    await passDay(veld);
    const whole = await addPublicPlace(veld, [ringsOfBox(cell.west, cell.south, cell.east, cell.north)]);
    const part = await addPublicPlace(veld, [ringsOfBox(cell.west, cell.south, cell.east - 0.001, cell.north)]);
    expect(await found(whole, bram)).toEqual([inside, hidden].toSorted());
    expect(await found(whole)).toEqual([inside, hidden].toSorted());
    expect(await found(part, bram)).toEqual([inside]);
    expect(await found(part, anna)).toEqual([inside, hidden, secret].toSorted());
    const { data } = (await veld.call(exploreTotals, { query: { place: whole } }, bram.token)).body;
    expect(data.records.count).toBe(2);
    expect((await veld.call(exploreTotals, { query: { place: randomUUID() } }, bram.token)).status).toBe(404);
  });

  it('select the species of somebody who is compared with: those that others know to be there', async () => {
    const chen = await person(veld, 'chen');
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, chen.token);
    const cell = obscuredCell(15.05, 25.05);
    const at = { latitude: (cell.south + cell.north) / 2, longitude: (cell.west + cell.east) / 2 };
    await record(chen, { ...at, taxon_id: TAXA.kingfisher.id });
    await record(chen, { ...at, taxon_id: TAXA.heron.id, geoprivacy: 'private' });
    await record(chen, { ...at, latitude: cell.north + 0.2, taxon_id: TAXA.moss.id });
    const place = await addPublicPlace(veld, [ringsOfBox(cell.west, cell.south, cell.east, cell.north)]);
    const species = (query: object) => veld.call(listSpeciesOfPerson, { params: { id: chen.user.id }, query }, bram.token);
    expect((await species({ place })).body.data.species).toEqual([TAXA.kingfisher.id]);
    expect((await species({ place: randomUUID() })).status).toBe(404);
  });

  it('are found by the words of their names in any language without accents, and by a point, the smallest first', async () => {
    const province = await addPublicPlace(veld, [ringsOfBox(40, 40, 41, 41)], {
      name: 'Fryslân',
      names: { nl: 'Friesland', de: 'Friesland' },
      kind: 'province',
    });
    const fen = await addPublicPlace(veld, [ringsOfBox(40.1, 40.1, 40.2, 40.2)], { name: 'Alde Feanen' });
    const named = async (name: string) => (await veld.call(listPublicPlaces, { query: { name } }, bram.token)).body.data;
    expect((await named('fryslan')).map(({ id }) => id)).toEqual([province]);
    expect((await named('friesl')).map(({ id }) => id)).toEqual([province]);
    expect((await named('feanen alde')).map(({ name }) => name)).toEqual(['Alde Feanen']);
    expect(await named('nowhere')).toEqual([]);
    expect(await named('')).toEqual([]);
    const at = async (latitude: number, longitude: number) =>
      (await veld.call(listPublicPlaces, { query: { latitude, longitude } }, bram.token)).body.data.map(({ id }) => id);
    expect(await at(40.15, 40.15)).toEqual([fen, province]);
    expect(await at(40.5, 40.5)).toEqual([province]);
    expect((await veld.call(listPublicPlaces, { query: { latitude: 5 } }, bram.token)).status).toBe(422);
  });

  it('show a saved place that its person made public: its name, boundary and text, and nothing else of it', async () => {
    const { id, page, status } = await open(anna);
    expect(status).toBe(204);
    const { body } = await pageOf(page, bram);
    expect(body.data).toMatchObject({ name: 'Marsh', kind: 'patch', text: 'Look for *bitterns*', is_own: false });
    expect(body.data.boundary.coordinates).toEqual([AREA.coordinates]);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`secret|anna|${id}|${anna.user.id}`));
    expect((await pageOf(page)).status).toBe(200);
    expect((await pageOf(page, anna)).body.data.is_own).toBe(true);
    const [saved] = (await veld.call(listSavedPlaces, {}, anna.token)).body.data.filter((one) => one.id === id);
    expect(saved?.open_to_all).toEqual({ id: page, kind: 'patch', text: 'Look for *bitterns*' });
    // An older app, which does not know of the page, changes the name.
    await veld.call(putSavedPlace, { params: { id }, body: { ...GARDEN, name: 'Fen of reeds' } }, anna.token);
    expect((await pageOf(page, bram)).body.data).toMatchObject({ name: 'Fen of reeds', text: 'Look for *bitterns*' });
  });

  it('can be taken back, and go with the saved place', async () => {
    const [one, other] = [await open(anna), await open(anna)];
    await veld.call(putSavedPlace, { params: { id: one.id }, body: { ...GARDEN, open_to_all: null } }, anna.token);
    await veld.call(deleteSavedPlace, { params: { id: other.id } }, anna.token);
    for (const { page } of [one, other]) expect((await pageOf(page, bram)).status).toBe(404);
    const pieces = await veld.db
      .selectFrom('public_place_cells')
      .select('place_id')
      .where('place_id', 'in', [one.page, other.page])
      .execute();
    expect(pieces).toEqual([]);
  });

  it('are never a home, a private zone or a line, also if an older app makes it one later', async () => {
    expect(await open(anna, { kind: 'home' })).toMatchObject({
      status: 422,
      errors: { open_to_all: ['The place of a home can’t be public.'] },
    });
    expect((await open(anna, { is_private_zone: true })).status).toBe(422);
    const line = {
      type: 'LineString',
      coordinates: [
        [20, 30],
        [20.1, 30.1],
      ],
    };
    expect(await open(anna, { geometry: line })).toMatchObject({
      status: 422,
      errors: { open_to_all: ['A line can’t be public. Draw an area.'] },
    });
    for (const change of [{ kind: 'home' as const }, { geometry: line as never }, { is_private_zone: true }]) {
      const { id, page } = await open(anna);
      expect((await pageOf(page, bram)).status).toBe(200);
      expect((await veld.call(putSavedPlace, { params: { id }, body: { ...GARDEN, ...change } }, anna.token)).status).toBe(204);
      expect((await pageOf(page, bram)).status).toBe(404);
    }
  });

  it('of people are not there for those with a block between them, and nobody takes the page of another', async () => {
    const { page } = await open(anna);
    const chen = await person(veld, 'chen');
    expect((await open(chen, { open_to_all: { id: page, kind: 'patch', text: 'mine' } })).status).toBe(422);
    await veld.call(putRelation, { params: { id: chen.user.id, kind: 'block' } } as never, anna.token);
    expect([(await pageOf(page, chen)).status, (await pageOf(page, bram)).status]).toEqual([404, 200]);
    expect((await veld.call(exploreTotals, { query: { place: page } }, chen.token)).status).toBe(404);
    const named = (await veld.call(listPublicPlaces, { query: { name: 'marsh' } }, chen.token)).body.data;
    expect(named.map(({ id }) => id)).not.toContain(page);
  });

  it('show their species by week from open records of a known day alone', async () => {
    const here = { latitude: 60.05, longitude: 10.05 };
    const place = await addPublicPlace(veld, [ringsOfBox(9, 59, 11, 61)]);
    await record(anna, { ...here, observed_on: '2024-05-02' });
    await record(anna, { ...here, observed_on: '2024-05-03' });
    await record(anna, { ...here, observed_on: '2024-06', taxon_id: TAXA.heron.id });
    await record(anna, { ...here, observed_on: '2024-07-01', geoprivacy: 'obscured', taxon_id: TAXA.moss.id });
    await record(anna, { ...here, observed_on: '2024-07-01', count: 0, taxon_id: TAXA.heron.id });
    await passDay(veld);
    for (const who of [bram, anna]) {
      const { data } = (await veld.call(getPublicPlaceFigures, { params: { id: place } }, who.token)).body;
      expect(data.species).toMatchObject([{ taxon: { id: TAXA.kingfisher.id }, counted: 'records' }]);
      expect(data.species[0]?.weeks.flatMap((count, week) => (count === 0 ? [] : [[week, count]]))).toEqual([[16, 2]]);
      expect(data).toMatchObject({ lists: [], effort: { journeys: 0, duration_s: 0, distance_m: 0 } });
    }
  });
});
