import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { citiesOfGeoNames } from './geonames/cities.ts';
import { writeGazetteer } from './gazetteer.ts';
import { BASE_LAYERS, layersAt, type Source, WORLD_LAYERS } from './layers.ts';
import { namesOfTowns } from './names.ts';
import { writePmtiles } from '../archive/pmtiles.ts';
import { layersFrom, readSeaNames } from './read-layers.ts';
import { listSeas } from './seas.ts';
import { cutTiles, type TileOptions } from './tiles.ts';

interface Plan {
  file: string;
  name: string;
  layers: typeof BASE_LAYERS;
  lastZoom: number;
  options: (z: number) => TileOptions;
  maxBytes: number;
}

/** The largest permitted size of the gazetteer, gzipped. */
const MAX_GAZETTEER = 1_400_000;

const ATTRIBUTION = 'Made with Natural Earth';

/** The two archives of tiles and their largest permitted sizes. */
export const PLANS: readonly Plan[] = [
  {
    file: 'base.pmtiles',
    name: 'Veld base map',
    layers: BASE_LAYERS,
    lastZoom: 6,
    // The grid of the last zoom is fine enough to enlarge it to zoom 9.
    options: (z) => ({ extent: 8192, buffer: 80, tolerance: z === 6 ? 2 : 4 }),
    maxBytes: 8_000_000,
  },
  {
    file: 'world.pmtiles',
    name: 'Veld world map',
    layers: WORLD_LAYERS,
    lastZoom: 4,
    options: () => ({ extent: 4096, buffer: 64, tolerance: 3 }),
    maxBytes: 700_000,
  },
];

/** Builds an archive from the source layers. */
export function buildArchive({ name, layers, lastZoom, options }: Omit<Plan, 'file' | 'maxBytes'>, source: Source): Uint8Array {
  const tiles = Array.from({ length: lastZoom + 1 }, (_, z) => cutTiles(z, layersAt(z, layers, source), options(z))).flat();
  const vector_layers = [...new Set(layers.map((layer) => layer.name))].map((id) => {
    const zooms = Array.from({ length: lastZoom + 1 }, (_, z) => z).filter((z) =>
      layers.some((layer) => layer.name === id && layer.source(z)),
    );
    return { id, fields: {}, minzoom: zooms[0], maxzoom: zooms.at(-1) };
  });
  return writePmtiles(tiles, { name, attribution: ATTRIBUTION, vector_layers });
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) {
    console.error('Usage: npm run basemap -- FOLDER\nFOLDER holds the Natural Earth layers (docs/base-map.md).');
    process.exit(1);
  }
  const out = resolve(import.meta.dirname, '../files');
  mkdirSync(out, { recursive: true });
  const source = layersFrom(folder);
  const write = (file: string, bytes: Uint8Array, maxBytes: number) => {
    if (bytes.length > maxBytes) throw new Error(`${file} has ${bytes.length} bytes; ${maxBytes} is the limit`);
    writeFileSync(join(out, file), bytes);
    console.log(`${file}: ${(bytes.length / 1e6).toFixed(2)} MB`);
  };
  const gazetteer = writeGazetteer({
    cities: citiesOfGeoNames(),
    names: namesOfTowns(source('places_10m')),
    seas: listSeas(source('seas_polygons'), readSeaNames(folder)),
  });
  write('gazetteer.bin.gz', gzipSync(gazetteer, { level: 9 }), MAX_GAZETTEER);
  for (const plan of PLANS) write(plan.file, buildArchive(plan, source), plan.maxBytes);
}
