import { randomUUID } from 'node:crypto';
import { getMapCell, getMapSummary, mapKey, obscuredCell, putSavedPlace } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askTile, getTile, tileAt } from '../../testing/map-tiles.ts';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
const AT_VAALS = { latitude: 50.7701, longitude: 6.0151 };

describe('the filters of the map', () => {
  let veld: TestServer;
  let bram: Person;
  let made = 0;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  /** Somebody with these records. Returns how many of them tiles, summary and cells have for bram with a query, which must agree. */
  async function somebody(...records: Parameters<typeof draft>[0][]) {
    const who = await person(veld, `person${++made}`);
    for (const record of records) await save(veld, who, randomUUID(), draft(record));
    const count = async (query: Record<string, string | number>, { latitude, longitude } = UTRECHT) => {
      const all = { user_id: who.user.id, ...query };
      const text = `?${new URLSearchParams(Object.entries(all))}`;
      const tiles = [];
      for (const z of [2, 8, 14]) tiles.push((await getTile(veld, bram, tileAt(z, latitude, longitude), text)).records);
      const box = { west: longitude - 1, east: longitude + 1, south: latitude - 1, north: latitude + 1 };
      const summary = await veld.call(getMapSummary, { query: { ...all, ...box } }, bram.token);
      const cell = Math.floor(mapKey(latitude, longitude) / 4 ** 19);
      const found = await veld.call(getMapCell, { params: { level: 7, cell }, query: all }, bram.token);
      const counts = new Set([...tiles, summary.body.data.records.count, found.body.data.records.count]);
      expect(counts.size, `${[...counts].join(', ')} with ${text}`).toBe(1);
      return [...counts][0];
    };
    return { who, count };
  }

  it('select a year, with all dates of a record in it', async () => {
    const { count } = await somebody(
      { observed_on: '2019-12-31', observed_time: null },
      { observed_on: '2020-01-01', observed_time: null },
      { observed_on: '2020', observed_time: null },
      { observed_on: '2019-12-31/2020-01-01', observed_time: null },
    );
    expect(await count({ year: 2020 })).toBe(2);
    expect(await count({ year: 2019 })).toBe(1);
    expect(await count({ year: 2018 })).toBe(0);
    expect(await count({ year: 2020, period: 'today' })).toBe(0);
  });

  it('select a month of any year, and a month of one year', async () => {
    const { count } = await somebody(
      { observed_on: '2019-05-31', observed_time: null },
      { observed_on: '2020-05', observed_time: null },
      { observed_on: '2020', observed_time: null },
      { observed_on: '2020-05-31/2020-06-01', observed_time: null },
      { observed_on: '2019-05-03/2020-05-03', observed_time: null },
    );
    expect(await count({ month: 5 })).toBe(2);
    expect(await count({ month: 5, year: 2020 })).toBe(1);
    expect(await count({ month: 6 })).toBe(0);
  });

  it('select obscured records by their public month and country', async () => {
    const { who, count } = await somebody(
      { ...AT_VAALS, geoprivacy: 'obscured', observed_on: '2020-05-30/2020-06-02', observed_time: null },
      { ...AT_VAALS, geoprivacy: 'obscured', observed_on: '2020-05-30', observed_time: null },
    );
    await passDay(veld);
    expect(await count({ year: 2020, month: 5 }, AT_VAALS)).toBe(1);
    expect(await count({ year: 2020 }, AT_VAALS)).toBe(2);
    // In the Netherlands, in a cell whose public country is unknown because it has parts of three.
    expect(await count({ country: 'NL' }, AT_VAALS)).toBe(0);
    const own = await getTile(veld, who, tileAt(12, AT_VAALS.latitude, AT_VAALS.longitude), '?mine=1&country=NL');
    expect(own.records).toBe(2);
    // Whether its place is hidden, only its owner may ask.
    expect((await getTile(veld, who, tileAt(12, AT_VAALS.latitude, AT_VAALS.longitude), '?mine=1&hidden=1')).records).toBe(2);
    expect((await getTile(veld, who, tileAt(12, AT_VAALS.latitude, AT_VAALS.longitude), '?mine=1&hidden=0')).records).toBe(0);
    const asked = `?user_id=${who.user.id}&hidden=1`;
    expect((await getTile(veld, who, tileAt(2, AT_VAALS.latitude, AT_VAALS.longitude), asked)).records).toBe(2);
    for (const query of [asked, '?hidden=1', `${asked}&mine=0`])
      expect((await askTile(veld, bram, tileAt(2, AT_VAALS.latitude, AT_VAALS.longitude), query)).response.status, query).toBe(422);
  });

  it('select a country', async () => {
    const { count } = await somebody({}, { geoprivacy: 'obscured' });
    await passDay(veld);
    expect(await count({ country: 'NL' })).toBe(2);
    expect(await count({ country: 'worldwide' })).toBe(2);
    expect(await count({ country: 'BE' })).toBe(0);
  });

  it('select a saved place of the caller: open records in it, and obscured ones only if all of their cell is', async () => {
    const { who, count } = await somebody({}, { geoprivacy: 'obscured' }, { geoprivacy: 'private' });
    await passDay(veld);
    const cell = obscuredCell(UTRECHT.latitude, UTRECHT.longitude);
    const placeOf = async (owner: Person, grow: number, away = 0) => {
      const [west, south, east, north] = [cell.west - grow, cell.south - grow + away, cell.east + grow, cell.north + grow + away];
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      const id = randomUUID();
      const body = {
        name: `place ${id}`,
        kind: 'patch',
        uncertainty_m: null,
        notes: '',
        ...UTRECHT,
        geometry: { type: 'Polygon', coordinates: [ring] },
      };
      expect((await veld.call(putSavedPlace, { params: { id }, body: body as never }, owner.token)).status).toBe(204);
      return id;
    };
    const [whole, cut, elsewhere] = [await placeOf(bram, 0.001), await placeOf(bram, -0.001), await placeOf(bram, 0.001, 0.2)];
    expect(await count({})).toBe(2);
    expect(await count({ place_id: whole })).toBe(2);
    expect(await count({ place_id: cut })).toBe(1);
    expect(await count({ place_id: elsewhere })).toBe(0);
    expect(await count({ place_id: whole, photos: 1 })).toBe(0);
    const effort = await getTile(
      veld,
      bram,
      tileAt(9, UTRECHT.latitude, UTRECHT.longitude),
      `?layer=effort&user_id=${who.user.id}&place_id=${whole}`,
    );
    expect(effort.effort.map(({ properties }) => properties.person_days)).toEqual([1]);
    // The owner's place has their own records by the true point; one of somebody else is not found.
    const own = await placeOf(who, -0.001);
    expect(
      (await getTile(veld, who, tileAt(8, UTRECHT.latitude, UTRECHT.longitude), `?user_id=${who.user.id}&place_id=${own}`)).records,
    ).toBe(2);
    const all = tileAt(0, UTRECHT.latitude, UTRECHT.longitude);
    expect((await getTile(veld, who, all, `?mine=1&place_id=${own}`)).records).toBe(3);
    for (const id of [own, randomUUID()]) expect((await askTile(veld, bram, all, `?place_id=${id}`)).response.status).toBe(404);
  });

  it('select the species that the caller has neither found nor ticked', async () => {
    await insertTaxa(veld, [{ id: 900_201, scientific_name: 'Familia examplis' }]);
    await veld.db.updateTable('taxa').set({ rank: 'family' }).where('id', '=', 900_201).execute();
    const { count } = await somebody(
      { taxon_id: TAXA.kingfisher.id },
      { taxon_id: TAXA.heron.id },
      { taxon_id: TAXA.moss.id },
      { taxon_id: 900_201 },
      { taxon_id: null, verbatim_name: 'a wren' },
    );
    expect(await count({})).toBe(5);
    expect(await count({ unseen: 1 })).toBe(3);
    await save(veld, bram, randomUUID(), draft({ taxon_id: TAXA.kingfisher.id, latitude: 1, longitude: 1, geoprivacy: 'private' }));
    expect(await count({ unseen: 1 })).toBe(2);
    await save(veld, bram, randomUUID(), { taxon_id: TAXA.heron.id, geoprivacy: 'open', write_id: randomUUID() });
    expect(await count({ unseen: 1 })).toBe(1);
    // An absence is no find.
    await save(veld, bram, randomUUID(), draft({ taxon_id: TAXA.moss.id, latitude: 1, longitude: 1, count: 0 }));
    expect(await count({ unseen: 1 })).toBe(1);
    expect(await count({ unseen: 0 })).toBe(5);
  });

  it('refuse what is no year, month or country', async () => {
    for (const query of ['year=20', 'year=0000', 'year=202x', 'month=0', 'month=13', 'country=nl', 'unseen=yes', 'layer=none']) {
      const response = await veld.fetch(`/api/map/tiles/0/0/0?${query}`, { headers: { authorization: `Bearer ${bram.token}` } });
      expect(response.status, query).toBe(422);
    }
  });
});

describe('the effort on the map', () => {
  it('is the number of days of each person in a cell, absences included and hidden records left out', async () => {
    const veld = await testServer();
    await insertTaxa(veld);
    const [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
    const add = (who: Person, change: Parameters<typeof draft>[0]) =>
      save(veld, who, randomUUID(), draft({ observed_time: null, ...change }));
    await add(anna, { observed_on: '2026-05-01' });
    await add(anna, { observed_on: '2026-05-01', taxon_id: TAXA.heron.id });
    await add(anna, { observed_on: '2026-05-02', count: 0 });
    await add(bram, { observed_on: '2026-05-01' });
    await add(bram, { observed_on: '2026-05' });
    await add(bram, { observed_on: '2026-05-04', geoprivacy: 'obscured' });
    await add(bram, { observed_on: '2026-05-05', geoprivacy: 'private' });
    await passDay(veld);
    for (const z of [0, 9, 14]) {
      const at = tileAt(z, UTRECHT.latitude, UTRECHT.longitude);
      const days = async (query = '', who = anna) =>
        (await getTile(veld, who, at, `?layer=effort${query}`)).effort.map(({ properties }) => properties);
      expect(await days()).toEqual([{ person_days: 3, level: z + 6 }]);
      expect(await days(`&taxon_id=${TAXA.heron.id}`)).toEqual([{ person_days: 1, level: z + 6 }]);
      expect(await days('&year=2025')).toEqual([]);
      // One's own days, at their true places.
      expect(await days('&mine=1', bram)).toEqual([{ person_days: 3, level: z + 6 }]);
      const { cells, obscured, points } = await getTile(veld, anna, at, '?layer=effort');
      expect([...cells, ...obscured, ...points]).toEqual([]);
    }
    await veld.close();
  });
});
