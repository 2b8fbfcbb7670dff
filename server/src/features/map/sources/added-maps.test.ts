import { getMapArchive, getMapSources, listTileRequests, type MapSource, pathFor, putTileRequest } from '@veld/contract';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMap, removeMap } from '../../../map-sources/added/add-map.ts';
import { readTiles, WALKING_AREA, writeMbtiles } from '../../../testing/added-maps.ts';
import { fetchBytes, openPack } from '../../../testing/packs.ts';
import { type Person, person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { workOff } from '../../tile-requests/build/queue.ts';

const RASTER = { kind: 'raster', name: 'Photos', attribution: 'Survey', tiles: '/tiles/{z}/{x}/{y}.jpg' };

let folder: string;
let veld: TestServer;
let anna: Person;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veld-map-'));
  veld = await testServer({ MAP_SOURCES: JSON.stringify([RASTER]) });
  anna = await person(veld, 'anna');
});
afterAll(async () => {
  await veld.close();
  rmSync(folder, { recursive: true });
});

const sources = async () => (await veld.call(getMapSources, {}, anna.token)).body.data.sources;
const find = async (name: string) => (await sources()).find((one) => one.name === name) as MapSource & { kind: 'pmtiles' };
const read = (address: string, range: string) => veld.fetch(address, { headers: { authorization: `Bearer ${anna.token}`, range } });

/** A file with the walking area up to a zoom, which is another version of it. */
async function smaller(maxZoom: number): Promise<string> {
  const path = join(folder, `to-${maxZoom}.mbtiles`);
  rmSync(path, { force: true });
  writeMbtiles(path, await readTiles(WALKING_AREA, maxZoom), { format: 'pbf' });
  return path;
}

it('a map that is added, replaced and removed while the server runs is served at once, and configured ones stay', async () => {
  expect((await sources()).map(({ name }) => name)).toEqual(['Photos']);
  const options = { dataDir: veld.dataDir, name: 'Walks' };
  const first = await addMap(WALKING_AREA, options);
  expect((await sources()).map(({ name, kind }) => [name, kind])).toEqual([
    ['Walks', 'pmtiles'],
    ['Photos', 'raster'],
  ]);
  const source = await find('Walks');
  expect(source).toMatchObject({ schema: 'veld', min_zoom: 7, joined: { as: 'map', encoding: null, coverage: first.coverage } });
  expect(source.archive).toBe(`${pathFor(getMapArchive, { id: first.id })}?v=${first.version}`);
  expect(JSON.stringify(source)).not.toContain(veld.dataDir);
  const part = await read(source.archive, 'bytes=0-6');
  expect([part.status, part.headers.get('etag'), await part.text()]).toEqual([206, `"${first.version}"`, 'PMTiles']);
  expect(part.headers.get('cache-control')).toContain('immutable');

  const second = await addMap(await smaller(12), options);
  const replaced = await find('Walks');
  expect(replaced.id).toBe(source.id);
  expect(replaced.archive).not.toBe(source.archive);
  // A device that still has the address of the first version sees by the ETag that it is another one.
  const later = await read(source.archive, 'bytes=0-6');
  expect([later.status, later.headers.get('etag')]).toEqual([206, `"${second.version}"`]);
  expect(later.headers.get('cache-control')).toBe('private, no-cache');

  await removeMap(veld.dataDir, 'Walks');
  expect((await sources()).map(({ name }) => name)).toEqual(['Photos']);
  expect((await read(replaced.archive, 'bytes=0-6')).status).toBe(404);
});

it('a configured map of the same name hides an added one', async () => {
  await addMap(WALKING_AREA, { dataDir: veld.dataDir, name: 'Photos' });
  expect((await sources()).map(({ name, kind }) => [name, kind])).toEqual([['Photos', 'raster']]);
  await removeMap(veld.dataDir, 'Photos');
});

it('offline maps are cut from the added map unless people choose another, and are outdated once it is replaced', async () => {
  const options = { dataDir: veld.dataDir, name: 'Walks' };
  const map = await addMap(WALKING_AREA, options);
  const offer = async () => (await veld.call(listTileRequests, {}, anna.token)).body;
  const [proposed] = (await offer()).offer.sources;
  expect(proposed).toMatchObject({ id: map.id, name: 'Walks', max_zoom: 14 });
  const id = randomUUID();
  const area = { kind: 'circle' as const, latitude: 47.14, longitude: 9.52, radius_km: 3 };
  const body = { name: 'Vaduz', area, min_zoom: 7, max_zoom: 14, layers: ['base' as const], source_id: proposed!.id };
  expect((await veld.call(putTileRequest, { params: { id }, body }, anna.token)).status).toBe(200);
  await workOff(veld.context);
  const pack = openPack(await fetchBytes(veld, anna, id, 'base'));
  const tile = { z: 14, x: Math.floor(((9.52 + 180) / 360) * 2 ** 14), y: 5753 };
  const stored = await pack.getZxy(tile.z, tile.x, tile.y);
  const own = (await readTiles(WALKING_AREA, 14)).find(({ z, x, y }) => z === tile.z && x === tile.x && y === tile.y);
  expect(Buffer.from(stored!.data).equals(own!.bytes)).toBe(true);

  await addMap(await smaller(13), options);
  expect((await offer()).data.find((one) => one.id === id)).toMatchObject({ state: 'ready', is_outdated: true });
  await addMap(WALKING_AREA, { ...options, isOffline: false });
  expect((await offer()).offer.sources.map(({ name }) => name)).toEqual([null]);
  await removeMap(veld.dataDir, 'Walks');
});
