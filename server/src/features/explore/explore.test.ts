import { randomUUID } from 'node:crypto';
import {
  type EXPLORED_IDENTIFIER_ORDERS,
  type EXPLORED_PEOPLE_ORDERS,
  exploreIdentifiers,
  exploreMonths,
  explorePeople,
  exploreRecords,
  exploreSpecies,
  exploreTotals,
  getMapCell,
  getMapSummary,
  listWaiting,
  mapKey,
  patchPreferences,
  putIdentification,
  putRelation,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { selectFirsts } from '../observations/filter/resolve-filter.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
const OWN_ONLY = 'Only your own records can be selected by this.';
const AT_VAALS = { latitude: 50.7701, longitude: 6.0151 };

describe('Explore', () => {
  let veld: TestServer;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  /** Somebody with these records, and what bram finds of them with a query: all views must agree. */
  async function somebody(name: string, ...records: Parameters<typeof draft>[0][]) {
    const who = await person(veld, name);
    const ids: string[] = [];
    for (const record of records) {
      const id = randomUUID();
      ids.push(id);
      expect((await save(veld, who, id, draft(record))).status).toBe(200);
    }
    const found = async (query: Record<string, string | number> = {}, caller = bram) => {
      const all = { user_id: who.user.id, ...query };
      const { data } = (await veld.call(exploreRecords, { query: all }, caller.token)).body;
      const totals = (await veld.call(exploreTotals, { query: all }, caller.token)).body.data;
      const species = (await veld.call(exploreSpecies, { query: all }, caller.token)).body.data;
      const months = (await veld.call(exploreMonths, { query: all }, caller.token)).body.data;
      expect(totals.records).toEqual({ count: data.length, is_minimum: false });
      expect(totals.species.count).toBe(species.length);
      expect(months.months.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(data.length);
      return data.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);
    };
    return { who, ids, found };
  }

  it('finds records by days, by several years, and by months of any year', async () => {
    const { found } = await somebody(
      'carla',
      { observed_on: '2023-05-31', observed_time: null },
      { observed_on: '2024-06-01', observed_time: null },
      { observed_on: '2025-06-30', observed_time: null },
      { observed_on: '2025', observed_time: null },
    );
    expect(await found()).toEqual([0, 1, 2, 3]);
    expect(await found({ from: '2024-06-01', to: '2025-06-30' })).toEqual([1, 2]);
    expect(await found({ from: '2025-01-01' })).toEqual([2, 3]);
    expect(await found({ to: '2023-12-31' })).toEqual([0]);
    expect(await found({ year: '2023,2025' })).toEqual([0, 2, 3]);
    expect(await found({ month: '5,6' })).toEqual([0, 1, 2]);
    expect(await found({ month: 6, year: 2025 })).toEqual([2]);
  });

  it('lists the first observed first, page by page, without those that nobody knows a date of', async () => {
    const { who, ids } = await somebody(
      'olga',
      { observed_on: '2025-06-30', observed_time: null },
      { observed_on: null, observed_time: null },
      { observed_on: '2019-06-01', observed_time: '07:00' },
      { observed_on: '2019-06-01', observed_time: '06:00' },
      { observed_on: '2021', observed_time: null },
    );
    const inPages = async (query: Record<string, string | number>) => {
      const found: number[] = [];
      for (let cursor: string | null = null; ;) {
        const page: { data: { id: string }[]; next_cursor: string | null } = (
          await veld.call(exploreRecords, { query: { ...query, limit: 2, ...(cursor === null ? {} : { cursor }) } }, bram.token)
        ).body;
        found.push(...page.data.map(({ id }) => ids.indexOf(id)));
        cursor = page.next_cursor;
        if (cursor === null) return found;
      }
    };
    expect(await inPages({ user_id: who.user.id, order: 'oldest' })).toEqual([3, 2, 4, 0]);
    expect(await inPages({ user_id: who.user.id })).toEqual([0, 4, 2, 3, 1]);
    // Without a filter, another statement lists them.
    expect((await inPages({ order: 'oldest' })).filter((index) => index >= 0)).toEqual([3, 2, 4, 0]);
  });

  it('lists records by scientific name, the latest of each first and those without a taxon last, page by page', async () => {
    const { who, ids } = await somebody(
      'petra',
      { taxon_id: TAXA.kingfisher.id, observed_on: '2024-05-01' },
      { taxon_id: null, verbatim_name: 'Aaa', observed_on: '2024-05-02' },
      { taxon_id: TAXA.heron.id, observed_on: '2024-05-02', observed_time: null },
      { taxon_id: TAXA.kingfisher.id, observed_on: '2024-05-03' },
      { taxon_id: TAXA.heron.id, observed_on: '2024-05-04', geoprivacy: 'private' },
    );
    await passDay(veld);
    const page = async (cursor: string | null) =>
      (await veld.call(exploreRecords, { query: { user_id: who.user.id, order: 'name', limit: 2, ...(cursor && { cursor }) } }, bram.token))
        .body;
    const pages = [await page(null)];
    for (let { next_cursor: cursor } = pages[0]!; cursor !== null; cursor = pages.at(-1)!.next_cursor) pages.push(await page(cursor));
    // Alcedo atthis is before Ardea cinerea; the private one stands at the first of its month.
    expect(pages.map(({ data }) => data.map(({ id }) => ids.indexOf(id)))).toEqual([[3, 0], [2, 4], [1]]);
    const { next_cursor: dated } = (await veld.call(exploreRecords, { query: { limit: 1 } }, bram.token)).body;
    for (const [order, cursor] of [
      ['name', dated],
      ['observed', pages[0]!.next_cursor],
    ] as const)
      expect((await veld.call(exploreRecords, { query: { order, cursor: cursor! } }, bram.token)).status, order).toBe(422);
  });

  it('finds the records of a day at both ends of the day and of the world', async () => {
    const { found } = await somebody(
      'bea',
      { observed_on: '2024-06-01', observed_time: '00:10', time_zone: 'Pacific/Kiritimati' },
      { observed_on: '2024-06-01', observed_time: '23:50', time_zone: 'Pacific/Pago_Pago' },
      { observed_on: '2024-05-31/2024-06-01', observed_time: null },
      { observed_on: '2024-06-02', observed_time: '00:10', time_zone: 'Pacific/Kiritimati' },
    );
    expect(await found({ from: '2024-06-01', to: '2024-06-01' })).toEqual([0, 1]);
    expect(await found({ from: '2024-05-31', to: '2024-06-01' })).toEqual([0, 1, 2]);
  });

  it('finds records by what was seen of them', async () => {
    const { found } = await somebody(
      'dirk',
      { taxon_id: TAXA.kingfisher.id, life_stage: 'adult', sex: 'female', license: 'CC0-1.0', coordinate_uncertainty_m: 5 },
      { taxon_id: null, verbatim_name: 'a moth', life_stage: 'larva', coordinate_uncertainty_m: 500, attributes: { wildness: 'planted' } },
      { taxon_id: TAXA.kingfisher.id, attributes: { breeding_code: 'C12' }, count: 0 },
      { taxon_id: TAXA.kingfisher.id, attributes: { breeding_code: 'C12' } },
    );
    // Of what was looked for in vain, nothing was found.
    expect(await found()).toEqual([0, 1, 3]);
    expect(await found({ taxon_id: TAXA.kingfisher.id })).toEqual([0, 3]);
    expect(await found({ unnamed: 1 })).toEqual([1]);
    expect(await found({ life_stage: 'larva,pupa' })).toEqual([1]);
    expect(await found({ life_stage: 'larva,adult' })).toEqual([0, 1]);
    expect(await found({ sex: 'female' })).toEqual([0]);
    expect(await found({ license: 'CC0-1.0' })).toEqual([0]);
    expect(await found({ wildness: 'planted' })).toEqual([1]);
    expect(await found({ breeding: 'C12,C13' })).toEqual([3]);
    expect(await found({ uncertainty_m: 10 })).toEqual([0]);
    expect(await found({ photos: 0 })).toEqual([0, 1, 3]);
    expect(await found({ photos: 1 })).toEqual([]);
    expect(await found({ quality: 'needs_id,casual' })).toEqual([0, 1, 3]);
    expect(await found({ quality: 'confirmed' })).toEqual([]);
  });

  it('selects by hidden places only among the records of the caller, and says nothing of those of others', async () => {
    const { who, found } = await somebody('hilde', {}, { geoprivacy: 'obscured' }, { geoprivacy: 'private' });
    await passDay(veld);
    expect(await found({ hidden: 1 }, who)).toEqual([1, 2]);
    expect(await found({ hidden: 0 }, who)).toEqual([0]);
    const open = await testServer({ ALLOW_BROWSING: '1' });
    try {
      for (const hidden of ['0', '1'] as const) {
        for (const route of [
          exploreRecords,
          exploreTotals,
          exploreSpecies,
          explorePeople,
          exploreIdentifiers,
          exploreMonths,
          listWaiting,
        ] as const)
          for (const query of [{ hidden }, { hidden, user_id: who.user.id }]) {
            const { status, problem } = await veld.call(route, { query }, bram.token);
            expect([status, problem], route.path).toMatchObject([422, { errors: { hidden: [OWN_ONLY] } }]);
          }
        // Without a person, the server does not say whether there is such a person.
        expect((await open.call(exploreRecords, { query: { hidden, user_id: who.user.id } })).status).toBe(401);
      }
    } finally {
      await open.close();
    }
  });

  it('finds the first of each species in its year in an area, by what everybody knows of each', async () => {
    const here = { latitude: 45.55, longitude: 8.55, observed_time: null };
    const box = '8,45,9,46';
    const { found, who } = await somebody(
      'frits',
      { ...here, taxon_id: TAXA.kingfisher.id, observed_on: '2013-05-10' },
      { ...here, taxon_id: TAXA.kingfisher.id, observed_on: '2013-04-02' },
      { ...here, taxon_id: TAXA.kingfisher.id, observed_on: '2014-06-01' },
      // Known by the end of its month, and so is all that is of the whole month.
      { ...here, taxon_id: TAXA.heron.id, observed_on: '2013-03-05', geoprivacy: 'obscured' },
      { ...here, taxon_id: TAXA.heron.id, observed_on: '2013-03-20' },
      { ...here, taxon_id: TAXA.moss.id, observed_on: '2013-02-27', geoprivacy: 'obscured' },
      { ...here, taxon_id: TAXA.moss.id, observed_on: '2013-03-01' },
      // Neither of one year, nor found.
      { ...here, taxon_id: TAXA.kingfisher.id, observed_on: '2012-12-30/2013-01-02' },
      { ...here, taxon_id: TAXA.kingfisher.id, observed_on: '2013-01-05', count: 0 },
    );
    const greta = await person(veld, 'greta');
    await save(veld, greta, randomUUID(), draft({ ...here, taxon_id: TAXA.heron.id, observed_on: '2014-01-01' }));
    const elsewhere = { ...here, latitude: 47.5, taxon_id: TAXA.kingfisher.id, observed_on: '2013-01-01' };
    await save(veld, greta, randomUUID(), draft(elsewhere));
    await passDay(veld);
    const first_of_year = 1;
    expect(await found({ first_of_year, box })).toEqual([1, 2, 4, 5]);
    expect(await found({ first_of_year: 0, box, year: 2013, taxon_id: TAXA.kingfisher.id })).toEqual([0, 1]);
    expect(await found({ first_of_year, box, month: 4 })).toEqual([1]);
    expect(await found({ first_of_year, box, from: '2013-05-01', to: '2014-12-31' })).toEqual([2]);
    expect(await found({ first_of_year, box, taxon_id: TAXA.moss.id })).toEqual([5]);
    expect(await found({ first_of_year, year: 2013, taxon_id: TAXA.kingfisher.id })).toEqual([]);
    const area = { latitude: here.latitude, longitude: here.longitude, radius_km: 30 };
    expect(await found({ first_of_year, ...area, year: 2013, taxon_id: TAXA.kingfisher.id })).toEqual([1]);
    const bounds = { west: 8, south: 45, east: 9, north: 46 };
    const summary = await veld.call(getMapSummary, { query: { first_of_year: '1', box, year: '2013,2014', ...bounds } }, bram.token);
    expect(summary.body.data.records.count).toBe(5);
    // Who is blocked was not here.
    const hugo = await person(veld, 'hugo');
    await veld.call(putRelation, { params: { kind: 'block', id: greta.user.id } }, hugo.token);
    expect(await found({ first_of_year, taxon_id: TAXA.kingfisher.id, year: 2013 }, hugo)).toEqual([1]);
    await expect(selectFirsts(veld.db, { userId: undefined, years: [2013] }, who.user.id, 2)).rejects.toMatchObject({
      details: { errors: { first_of_year: ['too_many_records'] } },
    });
  });

  it('finds records in a box and in a polygon, also across the antimeridian', async () => {
    const { found } = await somebody(
      'elly',
      { ...UTRECHT, observed_on: '2024-05-01' },
      { latitude: -17.5, longitude: 179.9, observed_on: '2024-05-01' },
      { latitude: -17.5, longitude: -179.9, observed_on: '2024-05-01' },
    );
    expect(await found({ box: '5,52,6,53' })).toEqual([0]);
    expect(await found({ box: '179,-18,-179,-17' })).toEqual([1, 2]);
    expect(await found({ polygon: '5 52,6 52,5.5 53' })).toEqual([0]);
    expect(await found({ polygon: '5 52,5.05 52,5 52.05' })).toEqual([]);
    expect(await found({ polygon: '179 -18,-179 -18,180 -17' })).toEqual([1, 2]);
  });

  it('refuses what it does not understand, instead of ignoring it', async () => {
    for (const query of [
      'year=20',
      'year=2024,x',
      'month=13',
      'from=2024-13-01',
      'from=2024-02-01&to=2024-01-01',
      'box=1,2,3',
      'box=5,53,6,52',
      'polygon=5 52,6 52',
      `polygon=${Array.from({ length: 101 }, (_, at) => `${at / 10} 5`).join(',')}`,
      'colour=red',
      'sex=unknown',
      'life_stage=',
      'uncertainty_m=0',
      'photos=yes',
      'latitude=5&polygon=5 52,6 52,5.5 53',
      'latitude=52&longitude=5&radius_km=5&polygon=5 52,6 52,5.5 53',
    ]) {
      const response = await fetch(`${veld.url}/api/explore/totals?${query}`, { headers: { authorization: `Bearer ${bram.token}` } });
      expect(response.status, query).toBe(422);
    }
    expect((await veld.call(exploreTotals, { query: { project_id: randomUUID() } }, bram.token)).status).toBe(404);
  });

  it('selects what hides its place by its month, its grid cell and never by its true place', async () => {
    const hidden = { ...AT_VAALS, geoprivacy: 'obscured' as const, observed_time: null, coordinate_uncertainty_m: 5 };
    const { who, found } = await somebody(
      'femke',
      { ...hidden, observed_on: '2024-05-30' },
      { ...hidden, geoprivacy: 'private', observed_on: '2024-05-30' },
    );
    await passDay(veld);
    expect(await found({ from: '2024-05-01', to: '2024-05-31' })).toEqual([0, 1]);
    expect(await found({ from: '2024-05-30', to: '2024-05-30' })).toEqual([]);
    expect(await found({ from: '2024-05-30', to: '2024-05-30' }, who)).toEqual([0, 1]);
    const { latitude, longitude } = AT_VAALS;
    const tiny = [longitude - 0.001, latitude - 0.001, longitude + 0.001, latitude + 0.001].join(',');
    expect(await found({ box: tiny })).toEqual([]);
    expect(await found({ box: tiny }, who)).toEqual([0, 1]);
    expect(await found({ uncertainty_m: 100 })).toEqual([]);
    const { data } = (await veld.call(exploreSpecies, { query: { user_id: who.user.id } }, bram.token)).body;
    expect(data.map(({ first, last }) => [first, last])).toEqual([['2024-05', '2024-05']]);
  });

  it('lists species by records, first and last day, page by page', async () => {
    const days = ['2024-01-05', '2024-03-01', '2024-02-01'];
    const { who } = await somebody('gerda', ...days.map((observed_on) => ({ taxon_id: TAXA.kingfisher.id, observed_on })), {
      taxon_id: TAXA.heron.id,
      observed_on: '2024-06-01',
    });
    const list = async (order: 'records' | 'first' | 'last' | 'name', cursor?: string) =>
      (await veld.call(exploreSpecies, { query: { user_id: who.user.id, order, limit: 1, ...(cursor ? { cursor } : {}) } }, bram.token))
        .body;
    const first = await list('records');
    expect(first.data).toMatchObject([
      { taxon: { id: TAXA.kingfisher.id }, records: 3, first: '2024-01-05', last: '2024-03-01', photo: null },
    ]);
    const second = await list('records', first.next_cursor ?? '');
    expect(second.data).toMatchObject([{ taxon: { id: TAXA.heron.id }, records: 1 }]);
    expect(second.next_cursor).toBeNull();
    expect((await list('last')).data).toMatchObject([{ taxon: { id: TAXA.heron.id } }]);
    const named = await list('name');
    expect(named.data).toMatchObject([{ taxon: { id: TAXA.kingfisher.id }, records: 3 }]);
    expect((await list('name', named.next_cursor ?? '')).data).toMatchObject([{ taxon: { id: TAXA.heron.id } }]);
    expect((await veld.call(exploreSpecies, { query: { order: 'last', cursor: first.next_cursor ?? '' } }, bram.token)).status).toBe(422);
  });

  it('names only people who are listed in the community, and the caller; the others are counted', async () => {
    const { who, ids } = await somebody('hanna', { taxon_id: TAXA.kingfisher.id, observed_on: '1999-07-07' });
    const day = { from: '1999-07-07', to: '1999-07-07' };
    const people = async (caller: Person) => (await veld.call(explorePeople, { query: day }, caller.token)).body;
    const identifiers = async (caller: Person) => (await veld.call(exploreIdentifiers, { query: day }, caller.token)).body.data;
    expect(await people(bram)).toEqual({ data: [], unnamed: 1, next_cursor: null });
    expect((await people(who)).data).toMatchObject([{ id: who.user.id, records: 1, species: 1, last: '1999-07-07' }]);
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, who.token);
    const [id = ''] = ids;
    const body = { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' };
    await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, bram.token);
    expect(await people(bram)).toMatchObject({ data: [{ id: who.user.id, name: 'hanna' }], unnamed: 0 });
    expect(await identifiers(bram)).toEqual([{ id: bram.user.id, name: 'bram', is_pro: false, identifications: 1 }]);
    expect(await identifiers(who)).toEqual([]);
    const cell = Math.floor(mapKey(UTRECHT.latitude, UTRECHT.longitude) / 4 ** 19);
    const { data } = (await veld.call(getMapCell, { params: { level: 7, cell }, query: day }, bram.token)).body;
    expect(data.people).toEqual({ count: 1, named: [{ id: who.user.id, name: 'hanna', records: 1 }] });
    expect((await veld.call(exploreTotals, { query: { ...day, box: data.box } }, bram.token)).body.data.records.count).toBe(1);
  });

  it('lists people by records, species or name, page by page', async () => {
    const day = { observed_on: '1998-07-07' };
    const [heron, kingfisher, moss] = [TAXA.heron, TAXA.kingfisher, TAXA.moss].map(({ id }) => ({ ...day, taxon_id: id }));
    // As long as a name may be, and of the longest characters.
    const longest = '\u9e7f'.repeat(60);
    const known = [
      await somebody('Anton', heron, kingfisher),
      await somebody('yannick', moss, moss, moss),
      await somebody('dora', moss),
      await somebody('otherdora', moss),
      await somebody('kata', moss, moss),
    ];
    const [anton, yannick, dora, otherDora, kata] = known.map(({ who }) => who.user.id) as [string, string, string, string, string];
    for (const [id, name] of [
      [otherDora, 'Dora'],
      [kata, longest],
    ] as const)
      await veld.db.updateTable('users').set({ name }).where('id', '=', id).execute();
    await somebody('unlisted', moss);
    for (const { who } of known) {
      await veld.call(patchPreferences, { body: { community_opt_in: true } }, who.token);
      const [id = ''] = known[0]!.ids;
      const body = { taxon_id: TAXA.heron.id, disagrees: false, comment: '' };
      if (who !== known[0]!.who) await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, who.token);
    }
    const dates = { from: '1998-07-07', to: '1998-07-07' };
    type List = (cursor: string | null) => Promise<{ data: { id: string }[]; next_cursor: string | null }>;
    const observers =
      (order: (typeof EXPLORED_PEOPLE_ORDERS)[number] | undefined, caller = bram, limit = 2): List =>
      async (cursor) => {
        const query = { ...dates, limit, ...(order && { order }), ...(cursor && { cursor }) };
        const { body } = await veld.call(explorePeople, { query }, caller.token);
        expect(body.unnamed).toBe(1);
        return body;
      };
    const identifiers =
      (order: (typeof EXPLORED_IDENTIFIER_ORDERS)[number]): List =>
      async (cursor) =>
        (await veld.call(exploreIdentifiers, { query: { ...dates, order, limit: 3, ...(cursor && { cursor }) } }, bram.token)).body;
    const pagesOf = async (list: List) => {
      const pages = [await list(null)];
      for (let { next_cursor: cursor } = pages[0]!; cursor !== null; cursor = pages.at(-1)!.next_cursor) pages.push(await list(cursor));
      return pages.map(({ data }) => data.map(({ id }) => id));
    };
    const doras = [dora, otherDora].toSorted();
    const byRecords = [yannick, ...[anton, kata].toSorted().toReversed(), ...doras.toReversed()];
    const paged = (all: string[], size: number) =>
      Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
    expect(await pagesOf(observers('records'))).toEqual(paged(byRecords, 2));
    expect(await pagesOf(observers(undefined, bram, 1))).toEqual(paged(byRecords, 1));
    expect(await pagesOf(observers('species'))).toEqual(paged([anton, yannick, kata, ...doras.toReversed()], 2));
    expect(await pagesOf(observers('name'))).toEqual(paged([anton, ...doras, yannick, kata], 2));
    expect(await pagesOf(identifiers('name'))).toEqual(paged([...doras, yannick, kata], 3));
    expect(await pagesOf(identifiers('identifications'))).toEqual(paged([dora, otherDora, yannick, kata].toSorted().toReversed(), 3));
    // Who is blocked is neither named nor counted.
    await veld.call(putRelation, { params: { kind: 'block', id: otherDora } }, known[4]!.who.token);
    expect((await pagesOf(observers('name', known[4]!.who))).flat()).toEqual([anton, dora, yannick, kata]);
    const { body } = await veld.call(exploreIdentifiers, { query: dates }, known[4]!.who.token);
    expect(body.data.map(({ id }) => id).toSorted()).toEqual([dora, yannick, kata].toSorted());
  });

  it('takes a cursor of people only for the list and the order that it came from', async () => {
    const day = { observed_on: '1997-07-07', taxon_id: TAXA.heron.id };
    for (const name of ['ulla', 'vera']) {
      const { who } = await somebody(name, day);
      await veld.call(patchPreferences, { body: { community_opt_in: true } }, who.token);
    }
    const dates = { from: '1997-07-07', to: '1997-07-07', limit: 1 };
    const { next_cursor: cursor } = (await veld.call(explorePeople, { query: { ...dates, order: 'name' } }, bram.token)).body;
    const statusOf = async (route: typeof explorePeople | typeof exploreIdentifiers, query: object) =>
      (await veld.call(route, { query: { ...dates, ...query } }, bram.token)).status;
    expect(await statusOf(explorePeople, { order: 'name', cursor })).toBe(200);
    expect(await statusOf(explorePeople, { order: 'records', cursor })).toBe(422);
    expect(await statusOf(exploreIdentifiers, { order: 'name', cursor })).toBe(422);
    const forged = Buffer.from(JSON.stringify(['people by name', 'a\0', randomUUID()])).toString('base64url');
    expect(await statusOf(explorePeople, { order: 'name', cursor: forged })).toBe(422);
    const nobody = Buffer.from(JSON.stringify(['people by name', 'a', 'nobody'])).toString('base64url');
    expect(await statusOf(explorePeople, { order: 'name', cursor: nobody })).toBe(422);
  });

  it('leaves out the records of an account that is to be erased, and what a moderator hid', async () => {
    const { who, ids, found } = await somebody('kim', {}, {});
    expect(await found()).toEqual([0, 1]);
    const hide = (hidden_by_moderator_at: Date | null) =>
      veld.db.updateTable('observations').set({ hidden_by_moderator_at }).where('id', '=', ids[0]!).execute();
    await hide(new Date());
    expect(await found()).toEqual([1]);
    await hide(null);
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', '=', who.user.id).execute();
    expect(await found()).toEqual([]);
  });

  it('is the filter of the queue for identifications too', async () => {
    const { who } = await somebody('ineke', { observed_on: '2024-05-01' });
    const answer = await veld.call(listWaiting, { query: { user_id: who.user.id, year: '1990' } }, bram.token);
    expect(answer.body).toMatchObject({ data: [], total: { count: 0, is_minimum: false } });
    expect((await veld.call(listWaiting, { query: { project_id: randomUUID() } }, bram.token)).status).toBe(404);
  });
});
