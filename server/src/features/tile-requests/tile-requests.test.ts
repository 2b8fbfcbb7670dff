import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  deleteTileRequest,
  estimateTiles,
  listTileRequests,
  putTileRequest,
  retryTileRequest,
  type TileRequest,
  type TileSpec,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBytes, fetchFile, openPack } from '../../testing/packs.ts';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { cleanUp, eraseTileRequests, locateFolder } from './cleanup.ts';

const SPEC: TileSpec = {
  area: { kind: 'circle', latitude: 52.1, longitude: 5.1, radius_km: 20 },
  min_zoom: 0,
  max_zoom: 6,
  layers: ['base'],
  source_id: null,
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('offline maps', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({ LIMIT_TILE_REQUESTS: '5', LIMIT_OFFLINE_MB: '1', LIMIT_OFFLINE_PRO_MB: '2' }, { now: () => now });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const put = (who: Person, id: string, change: Partial<TileSpec> = {}) =>
    veld.call(putTileRequest, { params: { id }, body: { name: 'Around Utrecht', ...SPEC, ...change } }, who.token);
  const list = async (who: Person) => (await veld.call(listTileRequests, {}, who.token)).body;
  const find = async (who: Person, id: string): Promise<TileRequest> => (await list(who)).data.find((one) => one.id === id)!;
  const hourLater = () => (now = new Date(now.getTime() + 3_600_001));

  it('are estimated, built, and downloaded by range, each only by the person who asked', async () => {
    const id = randomUUID();
    expect((await put(anna, id)).body.data).toMatchObject({ state: 'estimating', tiles: null, files: [], area_kind: 'circle' });
    await veld.context.jobs.drain();
    const ready = await find(anna, id);
    expect(ready).toMatchObject({ state: 'ready', reason: null, ready_at: now.toISOString() });
    expect(ready.done_tiles).toBe(ready.tiles);
    const [file] = ready.files;
    const bytes = await fetchBytes(veld, anna, id, 'base');
    expect([file!.bytes, file!.sha256]).toEqual([bytes.length, sha256(bytes)]);

    const pack = openPack(bytes);
    const whole = openPack(readFileSync(resolve(import.meta.dirname, '../../../../geography/files/base.pmtiles')));
    for (const [z, x, y] of [
      [0, 0, 0],
      [6, 32, 21],
    ] as const) {
      const [stored, original] = [await pack.getZxy(z, x, y), await whole.getZxy(z, x, y)];
      expect(Buffer.from(stored!.data).equals(Buffer.from(original!.data))).toBe(true);
    }
    expect(await pack.getZxy(6, 0, 0)).toBeUndefined();

    const part = await fetchFile(veld, anna, id, 'base', { range: 'bytes=100-199', 'if-range': `"${file!.sha256}"` });
    expect([part.status, part.headers.get('etag')]).toEqual([206, `"${file!.sha256}"`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    expect((await fetchFile(veld, anna, id, 'base', { range: 'bytes=100-199', 'if-range': '"other"' })).status).toBe(200);
    expect((await fetchFile(veld, anna, id, 'records')).status).toBe(404);
    expect((await fetchFile(veld, bram, id, 'base')).status).toBe(404);
    expect((await list(bram)).data).toEqual([]);
    expect((await veld.call(deleteTileRequest, { params: { id } }, bram.token)).status).toBe(404);
    expect((await put(bram, id)).status).toBe(404);
  });

  it('are of groups that exist, each once and in their usual order, or of all', async () => {
    const estimateOf = (record_groups: string[]) =>
      veld.call(estimateTiles, { body: { ...SPEC, layers: ['records'], record_groups: record_groups as 'bird'[] } }, anna.token);
    for (const groups of [[], ['bird', 'bird'], ['dragon']]) expect((await estimateOf(groups)).status).toBe(422);
    expect((await estimateOf(['fern', 'bird'])).status).toBe(200);
    const cleo = await person(veld, 'cleo');
    const [chosen, all] = [randomUUID(), randomUUID()];
    expect((await put(cleo, chosen, { record_groups: ['fern', 'bird'] })).body.data.record_groups).toEqual(['bird', 'fern']);
    expect((await put(cleo, chosen, { record_groups: ['moss'] })).body.data.record_groups).toEqual(['bird', 'fern']);
    expect((await put(cleo, all)).body.data.record_groups).toBeNull();
    await veld.context.jobs.drain();
  });

  it('are estimated with the tiles that they then have, the same each time', async () => {
    const { data } = (await veld.call(estimateTiles, { body: SPEC }, anna.token)).body;
    expect(data.tiles).toBe((await list(anna)).data[0]!.tiles);
    expect((await veld.call(estimateTiles, { body: SPEC }, anna.token)).body.data).toEqual(data);
  });

  it('stay one if the request is repeated, and go with their files when they are deleted', async () => {
    const id = randomUUID();
    await put(anna, id);
    await veld.context.jobs.drain();
    const before = await find(anna, id);
    expect((await put(anna, id, { max_zoom: 3 })).body.data).toEqual(before);
    expect(existsSync(locateFolder(veld.context, id))).toBe(true);
    for (let time = 0; time < 2; time++) expect((await veld.call(deleteTileRequest, { params: { id } }, anna.token)).status).toBe(204);
    expect(existsSync(locateFolder(veld.context, id))).toBe(false);
    expect((await fetchFile(veld, anna, id, 'base')).status).toBe(404);
  });

  it('can be asked for a few times an hour, also if they are deleted', async () => {
    hourLater();
    expect((await list(anna)).offer).toMatchObject({ requests_left: 5, requests_per_hour: 5 });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const id = randomUUID();
      const answer = await put(anna, id, { max_zoom: 2 });
      statuses.push(answer.status);
      if (answer.status === 429) expect(answer.problem).toMatchObject({ scope: 'route' });
      else await veld.call(deleteTileRequest, { params: { id } }, anna.token);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await list(anna)).offer.requests_left).toBe(0);
    expect((await put(bram, randomUUID(), { max_zoom: 2 })).status).toBe(200);
    hourLater();
    expect((await put(anna, randomUUID(), { max_zoom: 2 })).status).toBe(200);
  });

  it('have room by role, all of a person together', async () => {
    hourLater();
    const chen = await person(veld, 'chen', { isPro: true });
    const dora = await person(veld, 'dora');
    // More than 1 MB each.
    const countries = { area: { kind: 'country', country_code: 'RU' } as const };
    const [ofDora, ofChen] = [randomUUID(), randomUUID()];
    await put(dora, ofDora, countries);
    await put(chen, ofChen, countries);
    await veld.context.jobs.drain();
    expect(await find(dora, ofDora)).toMatchObject({ state: 'failed', reason: 'too_large', files: [] });
    expect(await find(chen, ofChen)).toMatchObject({ state: 'ready' });
    expect((await list(chen)).offer.max_bytes).toBe(2_000_000);
    expect((await list(chen)).offer.used_bytes).toBe((await find(chen, ofChen)).bytes);
    // The second one does not fit beside the first.
    const second = randomUUID();
    await put(chen, second, countries);
    await veld.context.jobs.drain();
    expect(await find(chen, second)).toMatchObject({ state: 'failed', reason: 'too_large' });
  });

  it('say how many are before them', async () => {
    hourLater();
    const [first, second] = [randomUUID(), randomUUID()];
    await put(anna, first);
    // Requests of the same moment are in the order of their ids.
    now = new Date(now.getTime() + 1000);
    await put(bram, second);
    await veld.db.updateTable('tile_requests').set({ state: 'queued' }).where('id', 'in', [first, second]).execute();
    const place = async (who: Person, id: string) => (await find(who, id)).place_in_queue;
    const [one, other] = [await place(anna, first), await place(bram, second)];
    expect(other! - one!).toBe(1);
    await veld.context.jobs.drain();
    expect([await place(anna, first), await place(bram, second)]).toEqual([null, null]);
  });

  it('expire with their files, and can be asked for again', async () => {
    hourLater();
    const id = randomUUID();
    await put(bram, id);
    await veld.context.jobs.drain();
    const { expires_at } = await find(bram, id);
    await cleanUp(veld.context);
    expect((await find(bram, id)).state).toBe('ready');
    now = new Date(expires_at!);
    await cleanUp(veld.context);
    expect(await find(bram, id)).toMatchObject({ state: 'expired', files: [] });
    expect(existsSync(locateFolder(veld.context, id))).toBe(false);
    expect((await fetchFile(veld, bram, id, 'base')).status).toBe(404);
    await veld.call(retryTileRequest, { params: { id } }, bram.token);
    await veld.context.jobs.drain();
    expect((await find(bram, id)).state).toBe('ready');
  });

  it('go with the account', async () => {
    const { data } = await list(bram);
    const ready = data.find(({ state }) => state === 'ready')!;
    await eraseTileRequests(veld.context, bram.user.id);
    expect((await list(bram)).data).toEqual([]);
    expect(existsSync(locateFolder(veld.context, ready.id))).toBe(false);
  });

  it.each<[string, Partial<TileSpec>, string]>([
    ['an unknown country', { area: { kind: 'country', country_code: 'QQ' } }, 'area'],
    ['zooms in the wrong order', { min_zoom: 6, max_zoom: 2 }, 'min_zoom'],
    ['a zoom that the map does not have', { max_zoom: 7 }, 'max_zoom'],
    ['an unknown map', { source_id: 'nowhere' }, 'source_id'],
    ['no layer', { layers: [] }, 'layers'],
  ])('are refused with %s', async (_, change, field) => {
    const answer = await veld.call(estimateTiles, { body: { ...SPEC, ...change } }, anna.token);
    expect([answer.status, Object.keys(answer.problem.errors!)]).toEqual([422, [field]]);
    expect((await put(anna, randomUUID(), change)).status).toBe(422);
  });

  it('are of the tiles along a track, however it is written', async () => {
    const line: [number, number][] = [
      [5, 52],
      [6.5, 52.8],
    ];
    const tilesOf = async (track: object) =>
      (await veld.call(estimateTiles, { body: { ...SPEC, area: { kind: 'corridor', track: track as never, width_km: 1 } } }, anna.token))
        .body.data.tiles;
    const tiles = await tilesOf(line);
    expect(tiles).toBeGreaterThan(7);
    expect(await tilesOf({ type: 'LineString', coordinates: line.map(([x, y]) => [x, y, 12]) })).toBe(tiles);
    expect(await tilesOf({ type: 'MultiLineString', coordinates: [line] })).toBe(tiles);
  });
});
