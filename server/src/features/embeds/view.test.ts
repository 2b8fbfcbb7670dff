import { randomBytes, randomUUID } from 'node:crypto';
import { getEmbedView, putEmbed } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a view of Explore on another website', () => {
  let open: TestServer;
  let closed: TestServer;
  const key = randomBytes(32).toString('base64url');
  beforeAll(async () => {
    open = await testServer({ ALLOW_BROWSING: '1' });
    closed = await testServer({ ALLOW_BROWSING: '0' });
  });
  afterAll(async () => {
    await open.close();
    await closed.close();
  });

  /** Anna has the key; bram has records: open, obscured, private, and one that was looked for in vain. */
  async function fill(veld: TestServer): Promise<{ anna: Person; bram: Person; ids: string[] }> {
    await insertTaxa(veld);
    const [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key, label: 'garden', origins: [] } }, anna.token);
    const ids: string[] = [];
    for (const change of [
      { taxon_id: TAXA.kingfisher.id, observed_on: '2024-05-02' },
      { taxon_id: TAXA.kingfisher.id, observed_on: '2024-05-01', geoprivacy: 'obscured' as const },
      { taxon_id: TAXA.heron.id, observed_on: '2024-05-03', geoprivacy: 'private' as const },
      { taxon_id: TAXA.heron.id, observed_on: '2024-05-04', count: 0 },
      { taxon_id: TAXA.moss.id, observed_on: '2023-05-04' },
    ]) {
      const id = randomUUID();
      ids.push(id);
      expect((await save(veld, bram, id, draft(change))).status).toBe(200);
    }
    await passDay(veld);
    return { anna, bram, ids };
  }
  const ask = (veld: TestServer, query: object) => veld.call(getEmbedView, { query: { key, show: 'records', ...query } });

  it('has the records, species or cells of a filter, without private ones', async () => {
    const { bram, ids } = await fill(open);
    const total = (count: number) => ({ count, is_minimum: false });
    const { data } = (await ask(open, { year: '2024' })).body;
    expect(data).toMatchObject({ records: total(2), species: total(1), list: [], cells: [] });
    expect(data.latest.map(({ id, observed_on }) => [ids.indexOf(id), observed_on])).toEqual([
      [0, '2024-05-02'],
      [1, '2024-05'],
    ]);
    const species = (await ask(open, { show: 'species', user_id: bram.user.id })).body.data;
    expect(species).toMatchObject({ records: total(3), species: total(2), latest: [] });
    expect(species.list.map(({ taxon_id, records }) => [taxon_id, records])).toEqual([
      [TAXA.kingfisher.id, 2],
      [TAXA.moss.id, 1],
    ]);
    const { cells } = (await ask(open, { show: 'map', taxon_id: TAXA.kingfisher.id })).body.data;
    expect(cells.map(({ records, is_obscured }) => [records, is_obscured]).toSorted()).toEqual([
      [1, false],
      [1, true],
    ]);
    expect((await ask(open, { first_of_year: '1', taxon_id: TAXA.kingfisher.id, year: '2024' })).body.data.latest).toHaveLength(1);
  });

  it('cannot be about a person who looks at it, because there is none', async () => {
    for (const query of ['unseen=1', 'hidden=1', `place_id=${randomUUID()}`, 'polygon=5%2052,6%2052,6%2053', 'colour=red']) {
      const answer = await open.fetch(`/api/embed/view?key=${key}&show=records&${query}`);
      expect([answer.status, Object.keys(((await answer.json()) as { errors: object }).errors)], query).toEqual([
        422,
        [query.split('=')[0]],
      ]);
    }
    expect((await ask(open, { key: randomBytes(32).toString('base64url') })).status).toBe(404);
  });

  it('has only the records of the owner of the key where visitors see nothing', async () => {
    const { anna, bram } = await fill(closed);
    await save(closed, anna, randomUUID(), draft({ taxon_id: TAXA.heron.id }));
    for (const query of [{}, { user_id: bram.user.id }]) expect((await ask(closed, query)).status).toBe(404);
    expect((await ask(closed, { user_id: anna.user.id })).body.data.records.count).toBe(1);
  });
});
