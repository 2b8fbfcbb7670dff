import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTiles, REAL_EXTRACT, type TileRow, WALKING_AREA, writeMbtiles } from '../../testing/added-maps.ts';
import { spawnSync } from 'node:child_process';
import { addMap, type AddOptions, removeMap } from './add-map.ts';
import { layerNames } from './layer-names.ts';
import { MapFault } from './map-fault.ts';
import { archivePath, incomingFolder, mapsFolder, readShelf, withShelf } from './shelf.ts';

const BUILT_IN = resolve(import.meta.dirname, '../../../../geography/files/base.pmtiles');

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-maps-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const add = (path: string, options: Partial<AddOptions> = {}) => addMap(path, { dataDir, ...options });
const archives = () => readdirSync(mapsFolder(dataDir)).filter((name) => name.endsWith('.pmtiles'));

/** The code and parameters of the fault. */
async function faultOf(work: Promise<unknown>): Promise<Pick<MapFault, 'code' | 'params'>> {
  const error: unknown = await work.then(
    () => new Error('It was added'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MapFault)) throw error;
  expect(error.message).toMatch(/^[A-Z].*[.)]$/);
  return { code: error.code, params: error.params };
}

/** A copy of the walking area with other bytes at a place. */
function changed(change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, 'changed.pmtiles');
  writeFileSync(path, change(readFileSync(WALKING_AREA)));
  return path;
}

describe('adding a PMTiles archive', () => {
  it('copies it to the data folder and says what it is', async () => {
    const map = await add(WALKING_AREA);
    expect(map).toMatchObject({
      name: 'Liechtenstein',
      origin: 'liechtenstein.pmtiles',
      kind: 'vector',
      schema: 'veld',
      min_zoom: 7,
      max_zoom: 14,
      attribution: '© OpenStreetMap contributors',
      attribution_url: 'https://www.openstreetmap.org/copyright',
      is_offline: true,
    });
    expect(map.box.west).toBeCloseTo(9.47, 1);
    expect(readFileSync(archivePath(dataDir, map)).equals(readFileSync(WALKING_AREA))).toBe(true);
    expect(readShelf(dataDir)).toEqual([map]);
    const vaduz = map.coverage.some(({ west, east, south, north }) => west < 9.52 && east > 9.52 && south < 47.14 && north > 47.14);
    expect(vaduz).toBe(true);
    // What is outside of the extract stays that of the built-in map.
    expect(map.coverage.some(({ west, east, south, north }) => west < 9.7 && east > 9.7 && south < 47.14 && north > 47.14)).toBe(false);
  });

  it('replaces the map of the same name, whose archive is then gone, and keeps its id', async () => {
    const first = await add(WALKING_AREA);
    const other = await add(WALKING_AREA, { name: 'Other' });
    writeMbtiles(join(folder, 'l.mbtiles'), await readTiles(WALKING_AREA, 12), { format: 'pbf' });
    const second = await add(join(folder, 'l.mbtiles'), { name: 'Liechtenstein' });
    expect(second.id).toBe(first.id);
    expect(second.version).not.toBe(first.version);
    expect(readShelf(dataDir).map(({ id }) => id)).toEqual([other.id, first.id]);
    expect(archives().toSorted()).toEqual([other.file, second.file].toSorted());
  });

  it.each([
    ['a text', () => join(import.meta.dirname, 'added.test.ts'), 'not_a_map'],
    ['a file that does not exist', () => join(folder, 'none.pmtiles'), 'not_a_map'],
    ['a folder', () => folder, 'not_a_map'],
    ['an archive without its end', () => changed((bytes) => bytes.subarray(0, 500_000)), 'cut_off'],
    ['an archive without most of its header', () => changed((bytes) => bytes.subarray(0, 90)), 'cut_off'],
    ['an archive with a damaged directory', () => changed((bytes) => Buffer.from(bytes).fill(7, 127, 300)), 'cut_off'],
    [
      'an archive of version 2',
      () => changed((bytes) => Buffer.concat([Buffer.from('PM'), Buffer.from([2, 0]), bytes.subarray(4)])),
      'old_version',
    ],
    [
      'tiles compressed with Zstandard',
      () => changed((bytes) => Buffer.concat([bytes.subarray(0, 98), Buffer.from([4]), bytes.subarray(99)])),
      'unknown_tiles',
    ],
  ])('refuses %s and leaves the maps as they were', async (_, path, code) => {
    const before = await add(WALKING_AREA);
    expect(await faultOf(add(path(), { name: before.name }))).toMatchObject({ code });
    expect(readShelf(dataDir)).toEqual([before]);
    expect(archives()).toEqual([before.file]);
    expect(existsSync(join(mapsFolder(dataDir), 'work'))).toBe(false);
  });

  it('refuses layers that nobody knows and names them', async () => {
    const { code, params } = await faultOf(add(BUILT_IN));
    expect(code).toBe('unknown_layers');
    expect(params.layers).toContain('ocean');
  });

  it('refuses the name of a configured map', async () => {
    expect(await faultOf(add(WALKING_AREA, { taken: ['Liechtenstein'] }))).toEqual({
      code: 'name_taken',
      params: { name: 'Liechtenstein' },
    });
  });

  it.each([
    [['transportation', 'landcover', 'water', 'place'], 'openmaptiles'],
    [['roads', 'earth', 'water', 'pois'], 'protomaps'],
    [['streets', 'land', 'water_polygons', 'ocean'], 'shortbread'],
  ])('recognises the schema of the layers %j', async (layers, schema) => {
    const path = join(folder, 'named.mbtiles');
    const [tile] = await readTiles(WALKING_AREA, 7);
    writeMbtiles(path, [tile!], { format: 'pbf', json: JSON.stringify({ vector_layers: layers.map((id) => ({ id })) }) });
    // The tile itself has the layers of our own schema, of which a part alone is not recognised.
    expect((await add(path)).schema).toBe(schema);
  });
});

describe('adding an MBTiles file', () => {
  it('has the same tiles as an archive', async () => {
    const path = join(folder, 'walks-2026.mbtiles');
    // An empty tile is as good as none.
    const rows = (await readTiles(WALKING_AREA, 13)).filter(({ bytes }) => bytes.length > 0);
    writeMbtiles(path, rows, { format: 'pbf', name: 'x', bounds: '9.4,47,9.7,47.3', attribution: '<a href="x">&copy; Somebody</a>' });
    const map = await add(path);
    expect(map).toMatchObject({ name: 'Walks 2026', schema: 'veld', max_zoom: 13, tiles: rows.length, attribution: '© Somebody' });
    expect(map.box).toEqual({ west: 9.4, south: 47, east: 9.7, north: 47.3 });
    const key = ({ z, x, y }: TileRow) => `${z} ${x} ${y}`;
    const stored = new Map((await readTiles(archivePath(dataDir, map), 13)).map((row) => [key(row), row.bytes]));
    for (const row of rows) expect(Buffer.from(stored.get(key(row))!).equals(row.bytes)).toBe(true);
  });

  it('refuses one that was cut off, and one without tiles', async () => {
    const path = join(folder, 'cut.mbtiles');
    writeMbtiles(path, await readTiles(WALKING_AREA, 14), { format: 'pbf' });
    truncateSync(path, 300_000);
    expect((await faultOf(add(path))).code).toBe('cut_off');
    const empty = join(folder, 'empty.mbtiles');
    writeMbtiles(empty, [], { format: 'pbf' });
    expect((await faultOf(add(empty))).code).toBe('empty');
    expect(readShelf(dataDir)).toEqual([]);
  });

  /** Tiles of hills, or of a meadow in colours. */
  async function pictures(colour: (height: number, at: number) => [number, number, number]): Promise<TileRow[]> {
    const side = 64;
    const data = Buffer.alloc(side * side * 3);
    for (let at = 0; at < side * side; at++)
      data.set(colour(600 + 300 * Math.sin((at % side) / 20) * Math.cos(at / side / 25), at), at * 3);
    const bytes = await sharp(data, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer();
    return [0, 1, 2, 3].map((x) => ({ z: 10, x: 540 + x, y: 358, bytes }));
  }

  it.each([
    ['terrarium', (height: number) => [Math.floor((height + 32_768) / 256), Math.floor(height + 32_768) % 256, 0]],
    ['mapbox', (height: number) => [1, Math.floor((height + 10_000) * 10 - 65_536) >> 8, Math.floor((height + 10_000) * 10) % 256]],
  ])('takes heights written as %s for shading', async (encoding, colour) => {
    const path = join(folder, 'relief.mbtiles');
    writeMbtiles(path, await pictures(colour as never), { format: 'png' });
    expect(await add(path)).toMatchObject({ kind: 'terrain', encoding, schema: null, tile_size: 64 });
  });

  it('takes other pictures for a map that people choose, unless somebody says how they write heights', async () => {
    const path = join(folder, 'aerial.mbtiles');
    writeMbtiles(path, await pictures((_, at) => [(at * 37) % 256, (at * 91) % 256, (at * 13) % 256]), { format: 'png' });
    expect(await add(path)).toMatchObject({ kind: 'raster', encoding: null, attribution: 'Aerial' });
    expect(await add(path, { encoding: 'mapbox' })).toMatchObject({ kind: 'terrain', encoding: 'mapbox' });
  });
});

describe('the list of maps', () => {
  it('is changed by one at a time, and by the next one after the holder of the lock has died', async () => {
    await withShelf(dataDir, async () => {
      expect((await faultOf(add(WALKING_AREA))).code).toBe('busy');
    });
    const lock = join(mapsFolder(dataDir), 'lock');
    writeFileSync(lock, '');
    expect((await faultOf(add(WALKING_AREA))).code).toBe('busy');
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(lock, longAgo, longAgo);
    await add(WALKING_AREA);
    expect(existsSync(lock)).toBe(false);
  });

  it('loses a map that is removed, by its name or its id, with its archive', async () => {
    const map = await add(WALKING_AREA);
    expect(await removeMap(dataDir, 'Nowhere')).toBeNull();
    expect((await removeMap(dataDir, map.id))?.name).toBe('Liechtenstein');
    expect(archives()).toEqual([]);
    await add(WALKING_AREA);
    expect((await removeMap(dataDir, 'Liechtenstein'))?.id).toBe(map.id);
    expect(readShelf(dataDir)).toEqual([]);
    expect(existsSync(incomingFolder(dataDir))).toBe(true);
  });
});

describe('an OpenStreetMap extract', () => {
  const isPossible = REAL_EXTRACT !== null && spawnSync('tilemaker', ['--help']).status === 0;

  it.runIf(isPossible)(
    'becomes a map with paths, woods, waters and names in other languages',
    async () => {
      const steps = new Set<string>();
      const map = await add(REAL_EXTRACT!, { progress: (step) => steps.add(step) });
      expect(map).toMatchObject({ name: 'Liechtenstein', origin: 'liechtenstein.osm.pbf', schema: 'veld', min_zoom: 7, max_zoom: 14 });
      expect([...steps]).toEqual(['checking', 'cutting', 'packing']);
      const layers = (await readTiles(archivePath(dataDir, map), 14)).flatMap(({ bytes }) => [...layerNames(bytes)]);
      expect([...new Set(layers)]).toEqual(
        expect.arrayContaining(['land', 'water', 'waterway', 'way', 'building', 'protected', 'peak', 'spot', 'place']),
      );
      // The committed archive is what our profile makes of it.
      const area = await addMap(WALKING_AREA, { dataDir, name: 'Committed' });
      expect(map.tiles).toBe(area.tiles);
    },
    60_000,
  );

  it.runIf(REAL_EXTRACT !== null)('that was cut off, or is damaged, is refused before tilemaker starts', async () => {
    const path = join(folder, 'half.osm.pbf');
    copyFileSync(REAL_EXTRACT!, path);
    truncateSync(path, 700_001);
    expect((await faultOf(add(path))).code).toBe('cut_off');
    writeFileSync(path, readFileSync(REAL_EXTRACT!).fill(255, 400_000, 600_000));
    expect(['cut_off', 'cutting_failed']).toContain((await faultOf(add(path))).code);
    expect(readShelf(dataDir)).toEqual([]);
  });

  it('is refused if it is only the beginning of one', async () => {
    const path = join(folder, 'head.osm.pbf');
    writeFileSync(path, Buffer.concat([Buffer.from([0, 0, 0, 13, 10, 9]), Buffer.from('OSMHeader'), Buffer.from([0x18, 0x7c, 1, 2, 3])]));
    expect((await faultOf(add(path))).code).toBe('cut_off');
  });
});
