import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listTileRequests, putTileRequest, retryTileRequest, type TileRequest } from '@veld/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchBytes } from '../../testing/packs.ts';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { workOff } from './build/queue.ts';

const FILES = resolve(import.meta.dirname, '../../../../geography/files');

let folder: string;
let veld: TestServer;
let anna: Person;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veld-map-'));
  copyFileSync(join(FILES, 'world.pmtiles'), join(folder, 'map.pmtiles'));
  const own = { kind: 'pmtiles', name: 'Own', attribution: 'Survey', file: join(folder, 'map.pmtiles'), schema: 'openmaptiles' };
  veld = await testServer({ MAP_SOURCES: JSON.stringify([own]) });
  anna = await person(veld, 'anna');
});
afterAll(async () => {
  await veld.close();
  rmSync(folder, { recursive: true });
});

const find = async (id: string): Promise<TileRequest> =>
  (await veld.call(listTileRequests, {}, anna.token)).body.data.find((one) => one.id === id)!;
const retry = async (id: string) => (await veld.call(retryTileRequest, { params: { id } }, anna.token)).body.data;
async function ready(source_id: string | null): Promise<string> {
  const id = randomUUID();
  const area = { kind: 'circle' as const, latitude: 52.1, longitude: 5.1, radius_km: 20 };
  const body = { name: 'Marsh', area, min_zoom: 0, max_zoom: 3, layers: ['base' as const], source_id };
  await veld.call(putTileRequest, { params: { id }, body }, anna.token);
  await workOff(veld.context);
  return id;
}

it('an offline map is outdated once its map is another file, and is then built again', async () => {
  const { offer } = (await veld.call(listTileRequests, {}, anna.token)).body;
  const own = await ready(offer.sources.find(({ name }) => name === 'Own')!.id);
  const builtIn = await ready(null);
  expect(await find(own)).toMatchObject({ state: 'ready', is_outdated: false });
  expect((await retry(own)).state, 'nothing to build').toBe('ready');
  const before = await fetchBytes(veld, anna, own, 'base');

  copyFileSync(join(FILES, 'base.pmtiles'), join(folder, 'map.pmtiles'));
  expect(await find(own)).toMatchObject({ state: 'ready', is_outdated: true });
  expect((await find(builtIn)).is_outdated).toBe(false);
  expect(await retry(own)).toMatchObject({ state: 'estimating', is_outdated: false });
  await workOff(veld.context);
  expect(await find(own)).toMatchObject({ state: 'ready', is_outdated: false });
  expect((await fetchBytes(veld, anna, own, 'base')).equals(before)).toBe(false);
});

it('an offline map is not outdated while its map cannot be read', async () => {
  const { offer } = (await veld.call(listTileRequests, {}, anna.token)).body;
  const own = await ready(offer.sources.find(({ name }) => name === 'Own')!.id);
  rmSync(join(folder, 'map.pmtiles'));
  expect(await find(own)).toMatchObject({ state: 'ready', is_outdated: false });
});
