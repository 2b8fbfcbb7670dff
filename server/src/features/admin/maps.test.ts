import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addMapFile,
  deleteMapFile,
  getMapSources,
  listAdminActs,
  listMaps,
  MAP_PART_BYTES,
  pathFor,
  putMapFilePart,
  removeAddedMap,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { incomingFolder } from '../../map-sources/added/shelf.ts';
import { WALKING_AREA } from '../../testing/added-maps.ts';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const RASTER = { kind: 'raster', name: 'Photos', attribution: 'Survey', tiles: '/tiles/{z}/{x}/{y}.jpg' };
const AREA = readFileSync(WALKING_AREA);

let veld: TestServer;
let admin: Person;
let anna: Person;
beforeAll(async () => {
  veld = await testServer({ MAP_SOURCES: JSON.stringify([RASTER]), LIMIT_MAP_UPLOAD_MB: '1' });
  admin = await person(veld, 'emil', { roles: ['admin'] });
  anna = await person(veld, 'anna');
});
afterAll(() => veld.close());

const list = async () => (await veld.call(listMaps, {}, admin.token)).body.data;
const done = () => vi.waitUntil(async () => (await list()).task === null, { timeout: 60_000, interval: 100 });
const add = (file: string, more: { name?: string; is_moved?: boolean } = {}) =>
  veld.call(addMapFile, { body: { file, is_offline: true, is_moved: false, ...more } }, admin.token);

async function send(file: string, bytes: Buffer, offset: number, length: number): Promise<{ status: number; received: number | null }> {
  const path = `${pathFor(putMapFilePart, { file })}?offset=${offset}&length=${length}`;
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' };
  const response = await veld.fetch(path, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  const body = (await response.json()) as { data?: { received: number } };
  return { status: response.status, received: body.data?.received ?? null };
}

describe('the maps in the administration', () => {
  it('are uploaded in parts, added while the server runs, drawn, logged and removed', async () => {
    expect(await list()).toMatchObject({ maps: [], files: [], task: null, failure: null, max_upload_bytes: 1_000_000 });
    const half = 400_000;
    expect(await send('walks.pmtiles', AREA.subarray(0, half), 0, AREA.length)).toEqual({ status: 200, received: half });
    // A file that is not whole cannot be added.
    expect((await list()).files).toEqual([]);
    expect((await add('walks.pmtiles')).status).toBe(404);
    // A part that came twice changes nothing.
    expect((await send('walks.pmtiles', AREA.subarray(100, 200), 100, AREA.length)).received).toBe(half);
    expect((await send('walks.pmtiles', AREA.subarray(half), half, AREA.length)).received).toBe(AREA.length);
    expect((await list()).files).toEqual([{ name: 'walks.pmtiles', bytes: AREA.length }]);

    expect((await add('walks.pmtiles', { is_moved: true })).status).toBe(204);
    expect((await add('walks.pmtiles')).status).toBe(409);
    await done();
    const { maps, files, failure } = await list();
    expect(failure).toBeNull();
    expect(maps).toMatchObject([{ name: 'Walks', origin: 'walks.pmtiles', kind: 'vector', schema: 'veld', is_offline: true }]);
    expect(files).toEqual([]);
    const sources = (await veld.call(getMapSources, {}, anna.token)).body.data.sources;
    expect(sources.map(({ name }) => name)).toEqual(['Walks', 'Photos']);

    expect((await veld.call(removeAddedMap, { params: { id: maps[0]!.id } }, admin.token)).status).toBe(204);
    expect((await veld.call(removeAddedMap, { params: { id: maps[0]!.id } }, admin.token)).status).toBe(404);
    expect((await list()).maps).toEqual([]);
    const acts = (await veld.call(listAdminActs, {}, admin.token)).body.data;
    expect(acts.map(({ action, subject_kind, subject_name }) => [action, subject_kind, subject_name])).toEqual([
      ['remove_map', 'map', 'Walks'],
      ['add_map', 'map', 'Walks'],
    ]);
  });

  it('say why a file did not become one, and keep the file', async () => {
    writeFileSync(join(incomingFolder(veld.dataDir), 'half.pmtiles'), AREA.subarray(0, 300_000));
    expect((await add('half.pmtiles', { is_moved: true })).status).toBe(204);
    await done();
    expect(await list()).toMatchObject({ maps: [], failure: { file: 'half.pmtiles', code: 'cut_off' }, files: [{ name: 'half.pmtiles' }] });
    await veld.call(deleteMapFile, { params: { file: 'half.pmtiles' } }, admin.token);
    expect((await list()).files).toEqual([]);
  });

  it('do not take the name of a configured map, more than the limit, a second upload at once, or a path', async () => {
    writeFileSync(join(incomingFolder(veld.dataDir), 'a.pmtiles'), AREA);
    expect((await add('a.pmtiles', { name: 'Photos' })).status).toBe(204);
    expect(await list()).toMatchObject({ task: null, failure: { code: 'name_taken', params: { name: 'Photos' } } });
    expect((await send('large.pmtiles', AREA, 0, 1_000_001)).status).toBe(422);
    expect((await send('b.pmtiles', AREA.subarray(0, 10), 0, 5)).status).toBe(422);
    expect((await send('b.pmtiles', AREA.subarray(0, 10), 0, 20)).status).toBe(200);
    expect((await send('c.pmtiles', AREA.subarray(0, 10), 0, 20)).status).toBe(409);
    expect((await send('c.pmtiles', Buffer.alloc(MAP_PART_BYTES + 1), 0, 900_000)).status).toBe(413);
    const before = readdirSync(veld.dataDir);
    for (const name of ['../x.pmtiles', '..%2fx.pmtiles', '.x.pmtiles', 'x.txt', 'maps.json'])
      expect([404, 422]).toContain((await send(name, AREA.subarray(0, 10), 0, 10)).status);
    expect(readdirSync(veld.dataDir)).toEqual(before);
    expect(existsSync(join(incomingFolder(veld.dataDir), 'maps.json'))).toBe(false);
  });
});
