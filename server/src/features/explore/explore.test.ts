import { randomUUID } from 'node:crypto';
import {
  exploreMonths,
  explorePeople,
  exploreRecords,
  exploreSpecies,
  exploreTotals,
  getMapCell,
  listWaiting,
  mapKey,
  patchPreferences,
  putIdentification,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
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
    const list = async (order: 'records' | 'first' | 'last', cursor?: string) =>
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
    expect((await veld.call(exploreSpecies, { query: { order: 'last', cursor: first.next_cursor ?? '' } }, bram.token)).status).toBe(422);
  });

  it('names only people who are listed in the community, and the caller; the others are counted', async () => {
    const { who, ids } = await somebody('hanna', { taxon_id: TAXA.kingfisher.id, observed_on: '1999-07-07' });
    const day = { from: '1999-07-07', to: '1999-07-07' };
    const people = async (caller: Person) => (await veld.call(explorePeople, { query: day }, caller.token)).body.data;
    expect(await people(bram)).toEqual({ observers: [], other_observers: 1, identifiers: [] });
    expect((await people(who)).observers).toMatchObject([{ id: who.user.id, records: 1, species: 1, last: '1999-07-07' }]);
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, who.token);
    const [id = ''] = ids;
    const body = { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' };
    await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, bram.token);
    expect(await people(bram)).toMatchObject({
      observers: [{ id: who.user.id, name: 'hanna' }],
      other_observers: 0,
      identifiers: [{ id: bram.user.id, identifications: 1 }],
    });
    const cell = Math.floor(mapKey(UTRECHT.latitude, UTRECHT.longitude) / 4 ** 19);
    const { data } = (await veld.call(getMapCell, { params: { level: 7, cell }, query: day }, bram.token)).body;
    expect(data.people).toEqual({ count: 1, named: [{ id: who.user.id, name: 'hanna', records: 1 }] });
    expect((await veld.call(exploreTotals, { query: { ...day, box: data.box } }, bram.token)).body.data.records.count).toBe(1);
  });

  it('is the filter of the queue for identifications too', async () => {
    const { who } = await somebody('ineke', { observed_on: '2024-05-01' });
    const answer = await veld.call(listWaiting, { query: { user_id: who.user.id, year: '1990' } }, bram.token);
    expect(answer.body).toMatchObject({ data: [], total: { count: 0, is_minimum: false } });
    expect((await veld.call(listWaiting, { query: { project_id: randomUUID() } }, bram.token)).status).toBe(404);
  });
});
