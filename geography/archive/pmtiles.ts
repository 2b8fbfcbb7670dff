import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

/** A tile at its address, gzipped or not as the archive says. */
export interface Tile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

interface Entry {
  tileId: number;
  offset: number;
  length: number;
  runLength: number;
}

const HEADER_BYTES = 127;
/** Readers fetch the first 16 KiB at once; header and root directory have to fit in them. */
const ROOT_LIMIT = 16_384 - HEADER_BYTES;
const ENTRIES_PER_LEAF = 1024;
/** Web Mercator ends here; the header's bounds are in units of 1e-7 degrees. */
const BOUNDS = [-180, -85.0511287, 180, 85.0511287] as const;

/** The bytes of a tile, at their place among those of all tiles. */
export interface StoredTile {
  tileId: number;
  offset: number;
  length: number;
}

/** What the head of an archive says about its tiles. */
export interface ArchiveFacts {
  metadata: object;
  type: TileType;
  compression: Compression;
  minZoom: number;
  maxZoom: number;
  /** West, south, east and north, in degrees. */
  bounds: readonly [number, number, number, number];
}

/** What comes before the bytes of the tiles, which are `dataLength` long: header, directories and metadata. The tiles are in order of id. */
export function archiveHead(stored: readonly StoredTile[], dataLength: number, facts: ArchiveFacts): Uint8Array {
  const entries = entriesOf(stored);
  const { root, leaves } = directories(entries);
  const json = gzipSync(JSON.stringify(facts.metadata), { level: 9 });
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'));
  header.setUint8(7, 3);
  let at = 8;
  const uint64 = (value: number) => {
    header.setBigUint64(at, BigInt(value), true);
    at += 8;
  };
  let start = HEADER_BYTES;
  for (const length of [root.length, json.length, leaves.length, dataLength]) {
    uint64(start);
    uint64(length);
    start += length;
  }
  uint64(stored.length);
  uint64(entries.length);
  uint64(new Set(stored.map(({ offset }) => offset)).size);
  const flags = [1, Compression.Gzip, facts.compression, facts.type, facts.minZoom, facts.maxZoom];
  for (const value of flags) header.setUint8(at++, value);
  for (const degrees of facts.bounds) {
    header.setInt32(at, Math.round(degrees * 1e7), true);
    at += 4;
  }
  // The centre, at zoom 0 and 0° N 0° E, is all zeros.
  return Buffer.concat([new Uint8Array(header.buffer), root, json, leaves]);
}

/** Writes a PMTiles archive, version 3, of gzipped vector tiles of the whole world. Tiles with equal bytes are stored once. */
export function writePmtiles(tiles: readonly Tile[], metadata: object): Uint8Array {
  const { stored, data } = storeTiles(tiles);
  const zooms = tiles.map((tile) => tile.z);
  const [minZoom, maxZoom] = [Math.min(...zooms), Math.max(...zooms)];
  const facts = { metadata, type: TileType.Mvt, compression: Compression.Gzip, minZoom, maxZoom, bounds: BOUNDS };
  return Buffer.concat([archiveHead(stored, data.length, facts), data]);
}

function storeTiles(tiles: readonly Tile[]): { stored: StoredTile[]; data: Uint8Array } {
  const sorted = tiles.map((tile) => ({ tileId: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }));
  const places = new Map<string, Omit<StoredTile, 'tileId'>>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stored = sorted
    .toSorted((a, b) => a.tileId - b.tileId)
    .map(({ tileId, bytes }) => {
      const key = Buffer.from(bytes).toString('latin1');
      let place = places.get(key);
      if (!place) {
        place = { offset: size, length: bytes.length };
        places.set(key, place);
        chunks.push(bytes);
        size += bytes.length;
      }
      return { tileId, ...place };
    });
  return { stored, data: Buffer.concat(chunks) };
}

/** Neighbours that are the same tile become one entry. */
function entriesOf(stored: readonly StoredTile[]): Entry[] {
  const entries: Entry[] = [];
  for (const tile of stored) {
    const last = entries.at(-1);
    if (last && last.tileId + last.runLength === tile.tileId && last.offset === tile.offset) last.runLength += 1;
    else entries.push({ ...tile, runLength: 1 });
  }
  return entries;
}

function directories(entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const root = directory(entries);
  if (root.length <= ROOT_LIMIT) return { root, leaves: new Uint8Array() };
  const leaves: Uint8Array[] = [];
  const pointers: Entry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += ENTRIES_PER_LEAF) {
    const leaf = directory(entries.slice(first, first + ENTRIES_PER_LEAF));
    pointers.push({ tileId: entries[first]!.tileId, offset, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) };
}

function directory(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = [];
  pushVarint(bytes, entries.length);
  let previous = 0;
  for (const { tileId } of entries) {
    pushVarint(bytes, tileId - previous);
    previous = tileId;
  }
  for (const { runLength } of entries) pushVarint(bytes, runLength);
  for (const { length } of entries) pushVarint(bytes, length);
  // 0 means that the entry begins where the one before it ends.
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    pushVarint(bytes, before && before.offset + before.length === entry.offset ? 0 : entry.offset + 1);
  });
  return gzipSync(Uint8Array.from(bytes), { level: 9 });
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}
