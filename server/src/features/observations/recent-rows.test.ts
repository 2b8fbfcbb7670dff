import { randomUUID } from 'node:crypto';
import { getObservation, listObservations } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../db/open.ts';
import { person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, passDay, save, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { recentRows } from './recent-rows.ts';

describe('recent rows', () => {
  const db = {} as Db;
  const stored = new Map<string, string>();
  const asked: string[][] = [];
  const read = recentRows(async (_db, { ids }) => {
    asked.push(ids);
    return ids.filter((id) => stored.has(id)).map((id) => ({ id, row_version: stored.get(id)! }));
  });
  const keysOf = (...ids: string[]) => ids.map((id) => ({ id, row_version: stored.get(id)! }));
  beforeEach(() => asked.splice(0));

  it('are read once for each version, and by each database', async () => {
    for (const id of ['a', 'b']) stored.set(id, '1');
    const first = await read(db, keysOf('a', 'b'));
    expect([...first!.keys()]).toEqual(['a', 'b']);
    expect((await read(db, keysOf('a')))!.get('a')).toBe(first!.get('a'));
    stored.set('b', '2');
    expect((await read(db, keysOf('a', 'b')))!.get('b')).toEqual({ id: 'b', row_version: '2' });
    expect(asked).toEqual([['a', 'b'], ['b']]);
    await read({} as Db, keysOf('a'));
    expect(asked).toHaveLength(3);
    expect(await read(db, [])).toEqual(new Map());
  });

  it('are null if one was changed or deleted meanwhile', async () => {
    stored.set('c', '1');
    const keys = keysOf('c');
    stored.set('c', '2');
    expect(await read(db, keys)).toBeNull();
    stored.delete('c');
    expect(await read(db, [{ id: 'c', row_version: '3' }])).toBeNull();
  });
});

describe('a list that was read before', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());

  it('has everything that changed since, as the page of the record has it', async () => {
    const anna = await person(veld, 'anna');
    const bram = await person(veld, 'bram');
    const id = randomUUID();
    const listed = async () => (await veld.call(listObservations, { query: { user_id: anna.user.id } }, bram.token)).body.data;
    const isAsItsPage = async (shown: object) => {
      const [record] = await listed();
      const { photo_count, ...rest } = record!;
      expect(photo_count).toBe(rest.media.length);
      expect(rest).toEqual((await veld.call(getObservation, { params: { id } }, bram.token)).body.data);
      expect(record).toMatchObject(shown);
      expect(await listed()).toEqual([record]);
    };
    await save(veld, anna, id, draft({ notes: 'On the post' }));
    await isAsItsPage({ notes: 'On the post', is_obscured: false });
    await save(veld, anna, id, draft({ notes: 'On the roof', count: 3 }), 1);
    await isAsItsPage({ notes: 'On the roof', count: 3 });
    await sql`update observations set quality = 'confirmed' where id = ${id}`.execute(veld.db);
    await isAsItsPage({ quality: 'confirmed' });
    await sql`update users set name = 'Anna B.' where id = ${anna.user.id}`.execute(veld.db);
    await isAsItsPage({ user: { id: anna.user.id, name: 'Anna B.' } });
    const photo = await makePhoto();
    await save(veld, anna, id, draft({ media: [declared(photo)] }), 2);
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    await isAsItsPage({ media: [{ width: 600 }] });
    await save(veld, anna, id, draft({ geoprivacy: 'private' }), 3);
    expect(await listed()).toEqual([]);
    await passDay(veld);
    await isAsItsPage({ is_obscured: true, latitude: null, observed_time: null, place: null });
  });
});
