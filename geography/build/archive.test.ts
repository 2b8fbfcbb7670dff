import { gzipSync } from 'node:zlib';
import type { VectorTile } from '@mapbox/vector-tile';
import type { Feature, Geometry } from 'geojson';
import { Compression, TileType } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { committedFile } from '../src/testing/committed.ts';
import { buildArchive, PLANS } from './basemap.ts';
import { layersAt, type Source } from './layers.ts';
import { type Tile, writePmtiles } from '../archive/pmtiles.ts';
import { openArchive } from './testing/archives.ts';
import { cutTiles } from './tiles.ts';

const feature = (geometry: Geometry, properties: object = {}): Feature => ({ type: 'Feature', properties, geometry });
const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const point = (longitude: number, latitude: number): Geometry => ({ type: 'Point', coordinates: [longitude, latitude] });

/** The properties of all features of a layer in a tile. */
function propertiesOf(tile: VectorTile | null, layer: string) {
  const found = tile?.layers[layer];
  return Array.from({ length: found?.length ?? 0 }, (_, i) => ({ ...found!.feature(i).properties }));
}

describe('an archive of tiles', () => {
  const tileOf = (z: number, x: number, y: number, text: string): Tile => ({ z, x, y, bytes: gzipSync(text) });
  const textAt = async (bytes: Uint8Array, z: number, x: number, y: number) => {
    const found = await openArchive(bytes).archive.getZxy(z, x, y);
    return found ? new TextDecoder().decode(found.data) : null;
  };

  it('has a header that says what it holds', async () => {
    const { archive } = openArchive(writePmtiles([tileOf(0, 0, 0, 'a'), tileOf(2, 3, 1, 'b')], { name: 'test' }));
    expect(await archive.getHeader()).toMatchObject({
      specVersion: 3,
      clustered: true,
      internalCompression: Compression.Gzip,
      tileCompression: Compression.Gzip,
      tileType: TileType.Mvt,
      minZoom: 0,
      maxZoom: 2,
      minLon: -180,
      maxLon: 180,
      numAddressedTiles: 2,
    });
    expect(await archive.getMetadata()).toEqual({ name: 'test' });
  });

  it('stores equal tiles once and finds each, whatever the order they came in', async () => {
    const tiles = Array.from({ length: 64 }, (_, i) => tileOf(3, i % 8, Math.floor(i / 8), i % 8 < 5 ? 'sea' : `land ${i}`));
    const bytes = writePmtiles(tiles.toReversed(), {});
    const header = await openArchive(bytes).archive.getHeader();
    expect(header.numTileContents).toBe(1 + 24);
    expect(header.numAddressedTiles).toBe(64);
    expect(header.numTileEntries).toBeLessThan(64);
    expect(await textAt(bytes, 3, 2, 7)).toBe('sea');
    expect(await textAt(bytes, 3, 6, 4)).toBe('land 38');
    expect(await textAt(bytes, 2, 0, 0)).toBeNull();
    expect(bytes).toEqual(writePmtiles(tiles, {}));
  });

  it('splits a directory that is too large for the first read', async () => {
    // Lengths without a pattern: a directory that compresses well is never too large.
    const tiles = Array.from({ length: 128 * 128 }, (_, i) => {
      const text = `${i} ${'x'.repeat((Math.imul(i, 2_654_435_761) >>> 16) % 500)}`;
      return { z: 7, x: i % 128, y: Math.floor(i / 128), bytes: gzipSync(text, { level: 0 }) };
    });
    const bytes = writePmtiles(tiles, {});
    const header = await openArchive(bytes).archive.getHeader();
    expect(header.leafDirectoryLength).toBeGreaterThan(0);
    expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384);
    for (const i of [0, 1, 5000, 16_383]) expect(await textAt(bytes, 7, i % 128, Math.floor(i / 128))).toMatch(new RegExp(`^${i} x*$`));
  });
});

describe('tiles', () => {
  const options = { extent: 4096, buffer: 64, tolerance: 3 };
  const open = (z: number, features: Feature[]) => openArchive(writePmtiles(cutTiles(z, [{ name: 'ocean', features }], options), {}));

  it('have no line along the antimeridian in a sea that crosses it', async () => {
    const { tile } = open(2, [feature(box(170, -40, 180, 40)), feature(box(-180, -40, -170, 40))]);
    for (const [x, edge] of [
      [3, 4096],
      [0, 0],
    ] as const) {
      const sea = (await tile(2, x, 1))!.layers.ocean!.feature(0);
      const xs = sea.loadGeometry().flatMap((ring) => ring.map((at) => at.x));
      // The sea ends beyond the edge of the tile, by its buffer, and not at it.
      expect(edge === 0 ? Math.min(...xs) : Math.max(...xs)).toBe(edge === 0 ? -64 : 4096 + 64);
      expect(xs).not.toContain(edge);
    }
  });

  it('lie where the map expects them', async () => {
    const { tile } = open(1, [feature(point(90, 0), { name: 'East' })]);
    const found = (await tile(1, 1, 1))!.layers.ocean!;
    expect(found.extent).toBe(4096);
    const at = found.feature(0).loadGeometry()[0]![0]!;
    expect([at.x, at.y]).toEqual([2048, 0]);
    expect(await tile(1, 0, 1)).toBeNull();
  });

  it('simplify their shapes, at the last zoom too', async () => {
    const wave = Array.from({ length: 2000 }, (_, i): [number, number] => [i / 100, Math.sin(i) / 1000]);
    const { tile } = open(3, [feature({ type: 'LineString', coordinates: wave })]);
    const points = (await tile(3, 4, 3))!.layers.ocean!.feature(0).loadGeometry().flat();
    expect(points.length).toBeLessThan(20);
  });
});

describe('the layers', () => {
  const source: Source = (name) => {
    const layers: Record<string, Feature[]> = {
      places_10m: [
        feature(point(5, 52), { name: 'Utrecht', nl: 'Utrecht', capital: 1, rank: 3, min_zoom: 3, pop: 290_000 }),
        feature(point(6, 52), { name: 'Village', rank: 12, min_zoom: 9 }),
      ],
      lakes_10m: [feature(box(10, 10, 12, 12), { name: 'Great Bear Lake', en: 'Great Bear', de: 'Bärensee', min_label: 3, min_zoom: 1 })],
      rivers_10m: [
        feature(
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
          { kind: 'lake', min_zoom: 1 },
        ),
        feature(
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
          { name: 'Rhine', weight: 0.3, min_zoom: 1, min_label: 3 },
        ),
      ],
      countries_labels: [feature(point(5, 52), { name: 'Netherlands', nl: 'Nederland', iso: 'NL', rank: 3, min_label: 3, max_label: 8 })],
    };
    return layers[name] ?? [];
  };
  const base = PLANS.find((plan) => plan.file === 'base.pmtiles')!;
  const named = (z: number, name: string) =>
    layersAt(z, base.layers, source)
      .find((layer) => layer.name === name)
      ?.features.map((found) => found.properties);

  it('show a town from its zoom, and keep only what the map draws', () => {
    expect(named(1, 'place')).toEqual([]);
    expect(named(2, 'place')).toEqual([{ name: 'Utrecht', nl: 'Utrecht', capital: 1, rank: 3 }]);
    expect(named(6, 'place')).toHaveLength(1);
    expect(named(3, 'country')).toEqual([{ name: 'Netherlands', iso: 'NL', rank: 3 }]);
  });

  it('leave out the lines of rivers inside lakes, and end soft shapes at zoom 4', () => {
    expect(named(6, 'river')).toEqual([{ name: 'Rhine', weight: 0.3 }]);
    expect(layersAt(4, base.layers, source).map((layer) => layer.name)).toContain('bathymetry');
    expect(layersAt(5, base.layers, source).map((layer) => layer.name)).not.toContain('bathymetry');
  });

  it('put the name of a lake inside it, with the word for lake', () => {
    const [label] = layersAt(6, base.layers, source).find((layer) => layer.name === 'lake_label')!.features;
    expect(label).toEqual(feature(point(11, 11), { name: 'Great Bear Lake', de: 'Bärensee' }));
  });

  it('come out of the archive as they went in, again and again the same', async () => {
    const bytes = buildArchive(base, source);
    expect(buildArchive(base, source)).toEqual(bytes);
    const { tile, archive } = openArchive(bytes);
    expect((await archive.getHeader()).maxZoom).toBe(6);
    const [x, y] = [32, 21];
    expect(propertiesOf(await tile(6, x, y), 'place')).toEqual([{ name: 'Utrecht', nl: 'Utrecht', capital: 1, rank: 3 }]);
  });
});

describe.each(PLANS)('the committed $file', ({ file, maxBytes, lastZoom, layers }) => {
  const bytes = committedFile(file);
  const { archive, tile } = openArchive(bytes);
  const all = [...new Set(layers.map((layer) => layer.name))];

  it('is small enough and says its zooms and layers', async () => {
    expect(bytes.length).toBeLessThanOrEqual(maxBytes);
    expect(await archive.getHeader()).toMatchObject({ minZoom: 0, maxZoom: lastZoom, tileType: TileType.Mvt });
    const { vector_layers, attribution } = (await archive.getMetadata()) as { vector_layers: { id: string }[]; attribution: string };
    expect(vector_layers.map((layer) => layer.id)).toEqual(all);
    expect(attribution).toContain('Natural Earth');
  });

  it('holds every layer in readable tiles', async () => {
    const found = new Set<string>();
    for (let z = 0; z <= lastZoom; z++) {
      // Every tile of the first zooms, and a part of the others.
      const step = z < 4 ? 1 : z === 4 ? 3 : 7;
      for (let x = 0; x < 2 ** z; x += step)
        for (let y = 0; y < 2 ** z; y += step) {
          const layersOfTile = (await tile(z, x, y))?.layers ?? {};
          for (const [name, layer] of Object.entries(layersOfTile)) {
            expect(layer.length).toBeGreaterThan(0);
            expect(layer.feature(0).loadGeometry().length).toBeGreaterThan(0);
            found.add(name);
          }
        }
    }
    expect([...found].sort()).toEqual(all.toSorted());
  });

  it('names countries, seas and towns in several languages', async () => {
    const europe = await tile(4, 8, 5);
    expect(propertiesOf(europe, 'country').map((country) => country.iso)).toEqual(expect.arrayContaining(['NL', 'DE', 'BE']));
    expect(propertiesOf(europe, 'place')).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Munich', de: 'München' })]));
    const seas = [...propertiesOf(await tile(4, 8, 4), 'sea'), ...propertiesOf(await tile(4, 9, 4), 'sea'), ...propertiesOf(europe, 'sea')];
    expect(seas).toEqual(expect.arrayContaining([expect.objectContaining({ de: 'Nordsee', nl: 'Noordzee' })]));
  });
});
