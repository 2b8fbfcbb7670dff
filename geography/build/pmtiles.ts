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

/** Writes a PMTiles archive, version 3, of gzipped vector tiles of the whole world. Tiles with equal bytes are stored once. */
export function writePmtiles(tiles: readonly Tile[], metadata: object): Uint8Array {
  const { entries, data, contents } = storeTiles(tiles);
  const { root, leaves } = directories(entries);
  const json = gzipSync(JSON.stringify(metadata), { level: 9 });
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'));
  header.setUint8(7, 3);
  let at = 8;
  const uint64 = (value: number) => {
    header.setBigUint64(at, BigInt(value), true);
    at += 8;
  };
  let start = HEADER_BYTES;
  for (const section of [root, json, leaves, data]) {
    uint64(start);
    uint64(section.length);
    start += section.length;
  }
  uint64(entries.reduce((sum, entry) => sum + entry.runLength, 0));
  uint64(entries.length);
  uint64(contents);
  const zooms = tiles.map((tile) => tile.z);
  const flags = [1, Compression.Gzip, Compression.Gzip, TileType.Mvt, Math.min(...zooms), Math.max(...zooms)];
  for (const value of flags) header.setUint8(at++, value);
  for (const degrees of BOUNDS) {
    header.setInt32(at, Math.round(degrees * 1e7), true);
    at += 4;
  }
  // The centre, at zoom 0 and 0° N 0° E, is all zeros.
  return Buffer.concat([new Uint8Array(header.buffer), root, json, leaves, data]);
}

function storeTiles(tiles: readonly Tile[]): { entries: Entry[]; data: Uint8Array; contents: number } {
  const sorted = tiles.map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes })).sort((a, b) => a.id - b.id);
  const stored = new Map<string, { offset: number; length: number }>();
  const chunks: Uint8Array[] = [];
  const entries: Entry[] = [];
  let size = 0;
  for (const { id, bytes } of sorted) {
    const key = Buffer.from(bytes).toString('latin1');
    let place = stored.get(key);
    if (!place) {
      place = { offset: size, length: bytes.length };
      stored.set(key, place);
      chunks.push(bytes);
      size += bytes.length;
    }
    const last = entries.at(-1);
    if (last && last.tileId + last.runLength === id && last.offset === place.offset) last.runLength += 1;
    else entries.push({ tileId: id, ...place, runLength: 1 });
  }
  return { entries, data: Buffer.concat(chunks), contents: stored.size };
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
