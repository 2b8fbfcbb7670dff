import { randomUUID } from 'node:crypto';
import { deleteSavedView, listSavedViews, MAX_SAVED_VIEWS, MAX_VIEW_QUERY, putSavedView } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const VIEW = { name: 'Moths', screen: 'explore', query: 'group=insect&month=6&view=species' } as const;

describe('saved views', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  const views = async (who: Person) => (await veld.call(listSavedViews, {}, who.token)).body.data;
  const put = (who: Person, id: string, body: object = VIEW) =>
    veld.call(putSavedView, { params: { id }, body: body as typeof VIEW }, who.token);

  it('are as they were sent, replaced by id, each person their own', async () => {
    const [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
    const id = randomUUID();
    await put(anna, id, { ...VIEW, list_position: 2 });
    await put(anna, id, { ...VIEW, name: 'Night moths' });
    await put(bram, id, { ...VIEW, screen: 'identify' });
    expect(await views(anna)).toEqual([{ id, ...VIEW, name: 'Night moths', list_position: 2, novelty: null, is_paused: false }]);
    expect(await views(bram)).toEqual([{ id, ...VIEW, screen: 'identify', list_position: null, novelty: null, is_paused: false }]);
    expect((await veld.call(deleteSavedView, { params: { id } }, anna.token)).status).toBe(204);
    expect((await veld.call(deleteSavedView, { params: { id } }, anna.token)).status).toBe(204);
    expect(await views(anna)).toEqual([]);
    expect(await views(bram)).toHaveLength(1);
  });

  it('are not taken without a name, for another screen, or longer than an address can be', async () => {
    const anna = await person(veld, 'careless');
    for (const change of [{ name: ' ' }, { name: 'm'.repeat(81) }, { screen: 'feed' }, { query: 'q'.repeat(MAX_VIEW_QUERY + 1) }])
      expect((await put(anna, randomUUID(), { ...VIEW, ...change })).status, JSON.stringify(change).slice(0, 40)).toBe(422);
    expect(await views(anna)).toEqual([]);
  });

  it('are so many at most, also if they arrive at once', async () => {
    const anna = await person(veld, 'collector');
    const ids = Array.from({ length: MAX_SAVED_VIEWS }, () => randomUUID());
    for (const id of ids.slice(2)) await put(anna, id);
    const last = await Promise.all([...ids.slice(0, 2), randomUUID(), randomUUID()].map((id) => put(anna, id)));
    expect(last.map(({ status }) => status).toSorted()).toEqual([204, 204, 422, 422]);
    expect(await views(anna)).toHaveLength(MAX_SAVED_VIEWS);
    expect((await put(anna, ids[5]!, { ...VIEW, name: 'Renamed' })).status).toBe(204);
  });
});
