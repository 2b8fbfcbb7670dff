import { randomUUID } from 'node:crypto';
import {
  cancelTileRequest,
  listAdminActs,
  listAdminTileRequests,
  listTileRequests,
  purgeTileRequest,
  putTileRequest,
  rerunTileRequest,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('offline maps in the administration', () => {
  let veld: TestServer;
  let anna: Person;
  let emil: Person;
  const [first, second] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
    emil = await person(veld, 'emil', { roles: ['admin'] });
    for (const id of [first, second])
      await veld.call(
        putTileRequest,
        {
          params: { id },
          body: {
            name: 'Secret nest',
            area: { kind: 'circle', latitude: 52.0912, longitude: 5.1234, radius_km: 1 },
            min_zoom: 0,
            max_zoom: 4,
            layers: ['base'],
            source_id: null,
          },
        },
        anna.token,
      );
  });
  afterAll(() => veld.close());

  const all = async (query = {}) => (await veld.call(listAdminTileRequests, { query }, emil.token)).body;
  const stateOf = async (id: string) => (await veld.call(listTileRequests, {}, anna.token)).body.data.find((one) => one.id === id)?.state;

  it('name who asked and a box of whole degrees, and say nothing else of the place', async () => {
    const { data, total } = await all();
    expect(total).toBe(2);
    expect(data[0]).toMatchObject({ user: { name: 'anna' }, box: { west: 5, south: 52, east: 6, north: 53 }, state: 'estimating' });
    expect(JSON.stringify(data)).not.toMatch(/nest|52\.09|\b5\.12/);
  });

  it('come in pages and by state', async () => {
    const page = await all({ limit: 1 });
    const next = await all({ limit: 1, cursor: page.next_cursor! });
    expect(new Set([...page.data, ...next.data].map(({ id }) => id))).toEqual(new Set([first, second]));
    expect(next.next_cursor).toBeNull();
    expect((await all({ state: 'ready' })).total).toBe(0);
  });

  it('are cancelled, run again and deleted, each with an entry in the log', async () => {
    await veld.call(cancelTileRequest, { params: { id: first } }, emil.token);
    await veld.context.jobs.drain();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'ready']);
    expect((await all({ state: 'failed' })).data).toMatchObject([{ id: first, reason: 'cancelled' }]);
    // One that is ready stays, and nothing is logged.
    await veld.call(cancelTileRequest, { params: { id: second } }, emil.token);
    await veld.call(rerunTileRequest, { params: { id: first } }, emil.token);
    await veld.context.jobs.drain();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['ready', 'ready']);
    await veld.call(purgeTileRequest, { params: { id: second } }, emil.token);
    expect(await stateOf(second)).toBeUndefined();
    const acts = (await veld.call(listAdminActs, {}, emil.token)).body.data;
    expect(acts.map(({ action, subject_name }) => [action, subject_name])).toEqual([
      ['delete_tile_request', 'anna'],
      ['retry_tile_request', 'anna'],
      ['cancel_tile_request', 'anna'],
    ]);
  });
});
