import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  estimateTiles,
  listAdminTileRequests,
  listTileRequests,
  putTileRequest,
  retryTileRequest,
  shareTileRequest,
  type TileRequest,
  type TileSpec,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBytes, openPack } from '../../testing/packs.ts';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { localTileServer, type LocalTileServer, tilePicture } from '../../testing/tile-server.ts';
import { workOff } from './build/queue.ts';
import { cleanUp, locateFolder } from './cleanup.ts';

const AREA = { kind: 'circle', latitude: 52.1, longitude: 5.1, radius_km: 8 } as const;
const SPEC: TileSpec = { area: AREA, min_zoom: 4, max_zoom: 14, layers: ['base'], source_id: null };

describe('an offline map of the operator’s tiles', () => {
  let tiles: LocalTileServer;
  let veld: TestServer;
  let anna: Person;
  let now = new Date('2026-06-01T10:00:00Z');
  let settings: Record<string, string>;
  const later = (ms: number) => (now = new Date(now.getTime() + ms));
  beforeAll(async () => {
    tiles = await localTileServer();
    const source = { kind: 'raster', attribution: 'Survey', tiles: `${tiles.origin}/{z}/{x}/{y}.png`, max_zoom: 17 };
    const list = [
      { ...source, name: 'Not to be stored' },
      { ...source, name: 'Aerial', offline: { max_zoom: 14, max_tiles: 400 } },
    ];
    settings = { MAP_SOURCES: JSON.stringify(list), TILE_SOURCE: 'Aerial' };
    veld = await testServer(settings, { now: () => now });
    anna = await person(veld, 'anna');
  });
  afterAll(async () => {
    await veld.close();
    tiles.close();
  });

  const offer = async () => (await veld.call(listTileRequests, {}, anna.token)).body.offer;
  const sourceId = async () => (await offer()).sources[0]!.id;
  const find = async (id: string, on = veld): Promise<TileRequest> =>
    (await on.call(listTileRequests, {}, anna.token)).body.data.find((one) => one.id === id)!;
  async function put(change: Partial<TileSpec> = {}): Promise<string> {
    const id = randomUUID();
    const body = { name: 'Around Utrecht', ...SPEC, source_id: await sourceId(), ...change };
    await veld.call(putTileRequest, { params: { id }, body }, anna.token);
    return id;
  }

  it('is offered only where the operator allows it, and others are never fetched', async () => {
    const { sources } = await offer();
    expect(sources.map(({ name, max_zoom, max_tiles }) => [name, max_zoom, max_tiles])).toEqual([
      ['Aerial', 14, 400],
      [null, 6, 200_000],
    ]);
    const refuse = async (change: Partial<TileSpec>) =>
      (await veld.call(estimateTiles, { body: { ...SPEC, source_id: sources[0]!.id, ...change } }, anna.token)).problem.errors;
    const forbidden = veld.context.config.MAP_SOURCES[0]!.id;
    expect(Object.keys((await refuse({ source_id: forbidden }))!)).toEqual(['source_id']);
    expect(Object.keys((await refuse({ max_zoom: 15 }))!)).toEqual(['max_zoom']);
    expect((await refuse({ max_zoom: 14, area: { ...AREA, radius_km: 40 } }))!.area).toEqual([expect.stringContaining('too many tiles')]);
    expect(tiles.asked).toEqual([]);
  });

  it('has the tiles as they are, without those that do not exist', async () => {
    const id = await put();
    await workOff(veld.context);
    expect(await find(id)).toMatchObject({ state: 'ready' });
    const pack = openPack(await fetchBytes(veld, anna, id, 'base'));
    const header = await pack.getHeader();
    expect([header.minZoom, header.maxZoom]).toEqual([4, 14]);
    expect((await pack.getMetadata()) as object).toEqual({ name: 'Aerial', attribution: 'Survey' });
    const asked = [...new Set(tiles.asked)];
    expect(asked.length).toBe((await find(id)).tiles);
    for (const path of asked) {
      const [z, x, y] = path.match(/\d+/g)!.map(Number) as [number, number, number];
      const tile = await pack.getZxy(z, x, y);
      if (x % 2 === 1 && y % 2 === 1) expect(tile, path).toBeUndefined();
      else expect(Buffer.from(tile!.data).equals(tilePicture(path)), path).toBe(true);
    }
  });

  it('goes on where it was after the server was killed, with the same bytes', async () => {
    const whole = await put();
    await workOff(veld.context);
    const id = await put();
    await workOff(veld.context);
    const before = tiles.asked.length;
    expect((await find(id)).files).toEqual((await find(whole)).files);

    // Of the tiles after the estimate's, the server dies with some of them read.
    tiles.asked = [];
    await veld.call(estimateTiles, { body: { ...SPEC, source_id: await sourceId() } }, anna.token);
    const estimated = tiles.asked.length;
    const killed = await put();
    tiles.asked = [];
    tiles.hangsAfter = estimated + 90;
    const first = workOff(veld.context).catch(() => undefined);
    await expect.poll(() => tiles.asked.length, { timeout: 20_000 }).toBeGreaterThan(estimated + 90);
    expect(before).toBeGreaterThan(0);
    const { done_tiles, state } = await find(killed);
    expect(state).toBe('building');
    expect(done_tiles).toBeGreaterThan(0);
    const readBefore = tiles.asked.slice(estimated, estimated + done_tiles);
    await veld.stop();
    tiles.close();
    await first;

    const again = await localTileServer();
    const moved = settings.MAP_SOURCES!.replaceAll(tiles.origin, again.origin);
    later(10 * 60_000);
    const second = await testServer({ ...settings, MAP_SOURCES: moved }, { now: () => now, copyOf: veld });
    await workOff(second.context);
    const finished = await find(killed, second);
    expect(finished.state).toBe('ready');
    expect(finished.files).toEqual((await find(whole, second)).files);
    expect(again.asked.filter((path) => readBefore.includes(path))).toEqual([]);
    await veld.close();
    veld = second;
    tiles = again;
  });

  it('waits while the map cannot be read, then fails with the reason, and can be tried again', async () => {
    tiles.mode = 'fail';
    const id = await put();
    await workOff(veld.context);
    expect(await find(id)).toMatchObject({ state: 'estimating', reason: null });
    const asked = tiles.asked.length;
    await workOff(veld.context);
    expect(tiles.asked.length).toBe(asked);
    for (let time = 0; time < 6; time++) {
      later(3_600_000);
      await workOff(veld.context);
    }
    expect(await find(id)).toMatchObject({ state: 'failed', reason: 'source_unavailable', files: [] });
    expect((await veld.call(estimateTiles, { body: { ...SPEC, source_id: await sourceId() } }, anna.token)).status).toBe(503);
    tiles.mode = 'answer';
    await veld.call(retryTileRequest, { params: { id } }, anna.token);
    await workOff(veld.context);
    expect((await find(id)).state).toBe('ready');
  });

  it('leaves the server of the map alone for as long as it asks, when its limits are reached', async () => {
    const id = await put();
    tiles.mode = 'limit';
    await workOff(veld.context);
    const asked = tiles.asked.length;
    tiles.mode = 'answer';
    // Longer than the wait after a first failure.
    later(59 * 60_000);
    await workOff(veld.context);
    expect(await find(id)).toMatchObject({ state: 'estimating', reason: null });
    expect(tiles.asked.length).toBe(asked);
    later(60_000);
    await workOff(veld.context);
    expect((await find(id)).state).toBe('ready');
  });

  it('gets its tiles from a shared one of the same area, zooms and map, which does not expire', async () => {
    const emil = await person(veld, 'emil', { roles: ['admin'] });
    const share = (id: string, is_shared: boolean) => veld.call(shareTileRequest, { params: { id }, body: { is_shared } }, emil.token);
    const usedOf = async (id: string) => {
      const { data } = (await veld.call(listAdminTileRequests, {}, emil.token)).body;
      const { is_shared, served } = data.find((one) => one.id === id)!;
      return [is_shared, served];
    };
    const read = async (change: Partial<TileSpec>) => {
      const id = await put(change);
      await workOff(veld.context);
      expect((await find(id)).state).toBe('ready');
      return id;
    };
    const area = { ...AREA, radius_km: 5 };
    const shared = await put({ area });
    expect((await share(shared, true)).status).toBe(409);
    await workOff(veld.context);
    expect((await share(shared, true)).status).toBe(204);

    // An estimate reads tiles as well, but few of them.
    tiles.asked = [];
    const id = await read({ area, layers: ['base', 'records'] });
    expect(tiles.asked.length).toBeLessThan((await find(shared)).tiles!);
    expect((await find(id)).files.find(({ layer }) => layer === 'base')).toEqual((await find(shared)).files[0]);
    expect(await fetchBytes(veld, anna, id, 'base')).toEqual(await fetchBytes(veld, anna, shared, 'base'));
    expect(await usedOf(shared)).toEqual([true, 1]);
    await read({ area: { ...area, radius_km: 6 } });
    await read({ area, max_zoom: 13 });
    expect(await usedOf(shared)).toEqual([true, 1]);

    later(40 * 86_400_000);
    await cleanUp(veld.context);
    expect([(await find(shared)).state, (await find(id)).state]).toEqual(['ready', 'expired']);
    await share(shared, false);
    await read({ area });
    expect(await usedOf(shared)).toEqual([false, 1]);
    later(40 * 86_400_000);
    await cleanUp(veld.context);
    expect((await find(shared)).state).toBe('expired');
  });

  it('waits while its files cannot be written, and then goes on', async () => {
    const id = await put();
    const folder = locateFolder(veld.context, id);
    // A file in the way, as a disk that is full: nothing can be stored.
    await mkdir(dirname(folder), { recursive: true });
    await writeFile(folder, '');
    await workOff(veld.context);
    expect(await find(id)).toMatchObject({ state: 'building', reason: null, files: [] });
    await rm(folder);
    later(60_000);
    await workOff(veld.context);
    expect((await find(id)).state).toBe('ready');
  });

  it('is not built any more when the operator lowers the limit of tiles below what it has', async () => {
    const id = await put();
    const source = veld.context.config.MAP_SOURCES.find(({ name }) => name === 'Aerial') as { offline?: object };
    const before = source.offline!;
    source.offline = { max_zoom: 14, max_tiles: 10 };
    await workOff(veld.context);
    source.offline = before;
    expect(await find(id)).toMatchObject({ state: 'failed', reason: 'source_gone', files: [] });
    expect(existsSync(locateFolder(veld.context, id))).toBe(false);
  });
});
