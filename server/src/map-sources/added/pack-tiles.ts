import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { archiveHead, type StoredTile } from '@veld/geography/archive';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { MapFault } from './map-fault.ts';
import { coverageBoxes } from './coverage.ts';
import { layerNames } from './layer-names.ts';

/** An archive of 8 million tiles has a list of them that still fits into memory. */
const MAX_TILES = 8_000_000;
const PROGRESS_EVERY = 2000;

const FORMATS: Readonly<Record<string, TileType>> = {
  pbf: TileType.Mvt,
  mvt: TileType.Mvt,
  png: TileType.Png,
  jpg: TileType.Jpeg,
  jpeg: TileType.Jpeg,
  webp: TileType.Webp,
  avif: TileType.Avif,
};

interface Row {
  zoom: number;
  column: number;
  /** Counted from the south. */
  row: number;
  tileId: number;
}

/** Makes a PMTiles archive of an MBTiles file; equal tiles are stored once. Throws a `MapFault` if it cannot be read. */
export async function packTiles(from: string, to: string, progress: (share: number) => void): Promise<void> {
  const source = openTiles(from);
  try {
    await pack(source, to, progress);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) throw damaged(error);
    throw error;
  } finally {
    source.close();
  }
}

function openTiles(path: string): DatabaseSync {
  try {
    const source = new DatabaseSync(path, { readOnly: true });
    source.prepare('select zoom_level, tile_column, tile_row, tile_data from tiles limit 1').get();
    return source;
  } catch (error) {
    throw damaged(error);
  }
}

const damaged = (cause: unknown) =>
  new MapFault('cut_off', `The MBTiles file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`);

async function pack(source: DatabaseSync, to: string, progress: (share: number) => void): Promise<void> {
  const given = readMetadata(source);
  const rows = listRows(source);
  const format = given.format ?? 'pbf';
  const type = FORMATS[format];
  if (type === undefined) throw new MapFault('unknown_tiles', `Tiles of the format "${format}" cannot be drawn.`, { format });
  const isVector = type === TileType.Mvt;
  const data = await open(`${to}.data`, 'w', 0o600);
  const stored: StoredTile[] = [];
  const places = new Map<string, { offset: number; length: number }>();
  const covered: [number, number][] = [];
  const maxZoom = rows.reduce((zoom, row) => Math.max(zoom, row.zoom), 0);
  let size = 0;
  try {
    const read = source.prepare('select tile_data as data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?');
    for (const [at, { zoom, column, row, tileId }] of rows.entries()) {
      if (at % PROGRESS_EVERY === 0) progress(at / rows.length);
      const found = read.get(zoom, column, row) as { data: Uint8Array | null } | undefined;
      if (!found?.data || found.data.length === 0) continue;
      const bytes = isVector ? gzipped(found.data) : found.data;
      if (isVector && zoom === maxZoom && isLand(bytes)) covered.push([column, 2 ** zoom - 1 - row]);
      const hash = createHash('sha256').update(bytes).digest().toString('latin1', 0, 16);
      let place = places.get(hash);
      if (!place) {
        place = { offset: size, length: bytes.length };
        places.set(hash, place);
        await data.appendFile(bytes);
        size += bytes.length;
      }
      stored.push({ tileId, ...place });
    }
  } finally {
    await data.close();
  }
  if (stored.length === 0) throw new MapFault('empty', 'There is not one tile in it.');
  const facts = {
    metadata: { ...given.kept, ...(isVector && { 'veld:coverage': coverageBoxes(covered, maxZoom) }) },
    type,
    compression: isVector ? Compression.Gzip : Compression.None,
    minZoom: rows.reduce((zoom, row) => Math.min(zoom, row.zoom), maxZoom),
    maxZoom,
    bounds: given.bounds ?? boundsFrom(rows, maxZoom),
  };
  await writeArchive(to, archiveHead(stored, size, facts));
}

async function writeArchive(to: string, head: Uint8Array): Promise<void> {
  const archive = await open(to, 'w', 0o600);
  try {
    await archive.appendFile(head);
    const chunks: AsyncIterable<Buffer> = createReadStream(`${to}.data`);
    for await (const chunk of chunks) await archive.appendFile(chunk);
    await archive.sync();
  } finally {
    await archive.close();
  }
}

function listRows(source: DatabaseSync): Row[] {
  const rows: Row[] = [];
  for (const found of source.prepare('select zoom_level, tile_column, tile_row from tiles').iterate()) {
    const { zoom_level: zoom, tile_column: column, tile_row: row } = found as Record<string, number>;
    if (zoom === undefined || column === undefined || row === undefined || zoom < 0 || zoom > 22) continue;
    if (rows.length === MAX_TILES)
      throw new MapFault('too_many_tiles', `It has more than ${MAX_TILES} tiles. Take a smaller region or fewer zooms.`);
    rows.push({ zoom, column, row, tileId: zxyToTileId(zoom, column, 2 ** zoom - 1 - row) });
  }
  return rows.sort((one, other) => one.tileId - other.tileId);
}

/** What an MBTiles file says about itself; the tags of its layers are JSON in `json`. */
function readMetadata(source: DatabaseSync): {
  format: string | undefined;
  bounds: [number, number, number, number] | null;
  kept: Record<string, unknown>;
} {
  const rows = source.prepare('select name, value from metadata').all() as { name: string; value: string | null }[];
  const all = new Map(rows.map(({ name, value }) => [name, value ?? '']));
  const bounds = (all.get('bounds') ?? '').split(',').map(Number);
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = bounds;
  const isBox = bounds.length === 4 && bounds.every(Number.isFinite) && west < east && south < north;
  let layers: object = {};
  try {
    layers = JSON.parse(all.get('json') ?? '{}');
  } catch {
    // The layers are then found in the tiles.
  }
  const kept = Object.fromEntries(
    ['name', 'attribution', 'encoding', 'version', 'planetiler:osm:osmosisreplicationtime'].flatMap((name) =>
      all.get(name) ? [[name, all.get(name)]] : [],
    ),
  );
  return {
    format: all.get('format')?.toLowerCase(),
    bounds: isBox ? [west, south, east, north] : null,
    kept: { ...kept, ...layers },
  };
}

function boundsFrom(rows: readonly Row[], zoom: number): [number, number, number, number] {
  const last = rows.filter((row) => row.zoom === zoom).map(({ column, row }): [number, number] => [column, 2 ** zoom - 1 - row]);
  const boxes = coverageBoxes(last, zoom);
  const edge = (pick: 'west' | 'south' | 'east' | 'north', most: 'min' | 'max') =>
    boxes.reduce((found, box) => Math[most](found, box[pick]), most === 'min' ? Infinity : -Infinity);
  return [edge('west', 'min'), edge('south', 'min'), edge('east', 'max'), edge('north', 'max')];
}

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

const gzipped = (bytes: Uint8Array): Uint8Array => (isGzip(bytes) ? bytes : gzipSync(bytes));

/**
 * Whether a tile shows land. Only there does it hide what the built-in map has: an OpenStreetMap extract has no sea, so at the coast the
 * built-in one has to stay.
 */
function isLand(bytes: Uint8Array): boolean {
  const names = layerNames(gunzipSync(bytes));
  return !names.has('coast') && (!names.has('border') || names.size > 1);
}
