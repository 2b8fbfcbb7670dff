// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { archiveHead } from '@veld/geography/archive';
import { Compression, PMTiles, TileType, zxyToTileId } from 'pmtiles';
import { TILE_CHUNK_BYTES } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDatabase } from '../../../../local/app/veld';
import { changePack, type KeptPack, putPack } from '../../../../local/tile-requests/kept-packs';
import { packFiles } from '../../../../local/tile-requests/pack-files';
import { followPacks, storedPacks } from '../../../../local/tile-requests/stored-packs';
import { freshPerson } from '../../../../local/testing/people';
import { signIn } from '../../../../testing/render-as';
import type { MapColours } from '../../map/map-colours';
import { paintScene } from '../draw';
import { fitView, type StillView } from '../projection';
import { Paper } from '../testing/paper';
import { readPacked } from './read-packed';

const bytes = readFileSync(resolve(import.meta.dirname, '../../../../../../geography/files/base.pmtiles'));
const base = new PMTiles({
  getKey: () => 'base',
  getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
});
const UTRECHT = { west: 5.12, east: 5.12, south: 52.09, north: 52.09 };
const viewOf = (maxZoom: number, extent = UTRECHT) => fitView(extent, 440, 310, { maxZoom, margin: 20 });
const colours = new Proxy({}, { get: (_, name) => String(name) }) as MapColours;
const BOX = { west: 4, south: 51, east: 6, north: 53 };
const READY_AT = '2026-06-01T10:00:00.000Z';

/** A cache of the browser that keeps what it is given. */
function fakeCaches() {
  const stored = new Map<string, Blob>();
  const urlOf = (key: string | Request) => (typeof key === 'string' ? key : key.url);
  return {
    open: async () => ({
      keys: async () => [...stored.keys()].map((url) => ({ url })),
      match: async (key: string) => {
        const blob = stored.get(urlOf(key));
        return blob && { headers: new Headers({ 'content-length': String(blob.size) }), blob: async () => blob };
      },
      put: async (key: string, response: Response) => void stored.set(key, await response.blob()),
      delete: async (key: string) => stored.delete(key),
    }),
  };
}

/** An archive with tiles of the built-in map, or with one picture for each. */
async function archiveOf(tiles: readonly [z: number, x: number, y: number][], isPicture: boolean): Promise<Buffer> {
  const sorted = tiles.map(([z, x, y]) => ({ z, x, y, tileId: zxyToTileId(z, x, y) })).toSorted((one, other) => one.tileId - other.tileId);
  const contents: Buffer[] = [];
  let offset = 0;
  const stored = [];
  for (const { z, x, y, tileId } of sorted) {
    const content = isPicture ? Buffer.from(`picture ${z} ${x} ${y}`) : Buffer.from((await base.getZxy(z, x, y))!.data);
    stored.push({ tileId, offset, length: content.length });
    offset += content.length;
    contents.push(content);
  }
  const zooms = sorted.map(({ z }) => z);
  const head = archiveHead(stored, offset, {
    metadata: { attribution: 'Survey of the land' },
    type: isPicture ? TileType.Png : TileType.Mvt,
    compression: Compression.None,
    minZoom: Math.min(...zooms),
    maxZoom: Math.max(...zooms),
    bounds: [BOX.west, BOX.south, BOX.east, BOX.north],
  });
  return Buffer.concat([head, ...contents]);
}

/** Stores an offline map on the device of the person who is logged in. */
async function store(id: string, archive: Buffer, sourceId: string | null): Promise<void> {
  const database = currentDatabase();
  followPacks(database);
  const files = (await packFiles(database.userId))!;
  const count = Math.ceil(archive.length / TILE_CHUNK_BYTES);
  for (let number = 0; number < count; number++)
    await files.write(
      { id, layer: 'base', number },
      new Uint8Array(archive.subarray(number * TILE_CHUNK_BYTES, (number + 1) * TILE_CHUNK_BYTES)),
    );
  const file = {
    layer: 'base' as const,
    bytes: archive.length,
    sha256: 'a'.repeat(64),
    chunks: Array(count).fill('a'.repeat(64)) as string[],
  };
  const facts = { id, name: id, box: BOX, min_zoom: 0, max_zoom: 10, layers: ['base' as const], source_id: sourceId, ready_at: READY_AT };
  await putPack(database, { ...facts, files: [file] } as unknown as Parameters<typeof putPack>[1], 1);
  await changePack(database, id, (pack): KeptPack => ({ ...pack, state: 'stored' }));
  await vi.waitUntil(() => storedPacks.getState().packs.some((pack) => pack.id === id));
}

const paint = async (view: StillView) => {
  const packed = await readPacked(view);
  const drawn: string[] = [];
  const paper = Object.assign(new Paper(), { drawImage: (image: string) => void drawn.push(image) });
  paintScene(
    paper.asContext(),
    view,
    { tiles: [], soft: [], zoom: view.zoom, ratio: 1 },
    { shapes: [], maxZoom: 8, colours, scale: 1, language: 'en', countryName: String },
    packed,
  );
  return { packed, drawn, names: paper.names.map(({ text }) => text) };
};

describe('offline maps on small maps', () => {
  beforeEach(async () => {
    vi.stubGlobal('caches', fakeCaches());
    vi.stubGlobal('createImageBitmap', async (blob: Blob) => blob.text());
    await signIn(freshPerson('anna'));
  });

  it('of the built-in map are drawn where the small archive ends, with their names', async () => {
    expect(await readPacked(viewOf(6))).toBeNull();
    const view = viewOf(6);
    await store(
      'built-in',
      await archiveOf(
        [
          [6, 32, 21],
          [6, 32, 20],
          [6, 33, 21],
          [6, 33, 20],
          [6, 31, 21],
          [6, 31, 20],
        ],
        false,
      ),
      null,
    );
    const { packed, names } = await paint(view);
    expect(packed!.builtIn.length).toBeGreaterThan(0);
    expect(packed!.isWhole).toBe(true);
    expect(names).toContain('Utrecht');
    expect((await readPacked(viewOf(4)))!.builtIn, 'where the small archive is as good').toEqual([]);
    const partly = (await readPacked(viewOf(6, { west: 16, east: 16, south: 52, north: 52 })))!;
    expect(partly.isWhole).toBe(false);
  });

  it('of a map of the operator are drawn over it while the middle is in their box, with their credits', async () => {
    const [x, y] = [526, 337];
    const tiles = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy): [number, number, number] => [9, (x >> 1) + dx, (y >> 1) + dy]));
    await store('photos', await archiveOf(tiles, true), 'aerial');
    const { packed, drawn } = await paint(viewOf(8));
    expect(packed!.over!.credit).toBe('Survey of the land');
    expect(drawn).toContain('picture 9 263 168');
    expect((await readPacked(viewOf(5)))!.over, 'far away').toBeNull();
    expect((await readPacked(viewOf(8, { west: 20, east: 20, south: 52, north: 52 })))!.over, 'elsewhere').toBeNull();
  });
});
