import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PMTiles, tileIdToZxy } from 'pmtiles';

/** The archive of the demo's walking area: cut from OpenStreetMap by tilemaker with our profile. */
export const WALKING_AREA = resolve(import.meta.dirname, '../../../seed/maps/liechtenstein.pmtiles');

/** OpenStreetMap extracts of the real data; absent where VELD_SAMPLES is. */
export const REAL_EXTRACT = process.env.VELD_SAMPLES ? resolve(process.env.VELD_SAMPLES, 'osm/liechtenstein.osm.pbf') : null;

export interface TileRow {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

/** The tiles of an archive up to a zoom, unpacked. */
export async function readTiles(path: string, maxZoom: number): Promise<TileRow[]> {
  const bytes = readFileSync(path);
  const archive = new PMTiles({
    getKey: () => path,
    getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  });
  const header = await archive.getHeader();
  const rows: TileRow[] = [];
  const entries = await archive.cache.getDirectory(archive.source, header.rootDirectoryOffset, header.rootDirectoryLength, header);
  for (const { tileId, runLength } of entries)
    for (let id = tileId; id < tileId + runLength; id++) {
      const [z, x, y] = tileIdToZxy(id);
      if (z > maxZoom) continue;
      const tile = await archive.getZxy(z, x, y);
      rows.push({ z, x, y, bytes: new Uint8Array(tile!.data) });
    }
  return rows;
}

/** Writes an MBTiles file, whose rows count from the south. */
export function writeMbtiles(path: string, rows: readonly TileRow[], metadata: Readonly<Record<string, string>>): void {
  const file = new DatabaseSync(path);
  file.exec('create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)');
  file.exec('create table metadata (name text, value text)');
  const tile = file.prepare('insert into tiles values (?, ?, ?, ?)');
  for (const { z, x, y, bytes } of rows) tile.run(z, x, 2 ** z - 1 - y, bytes);
  const fact = file.prepare('insert into metadata values (?, ?)');
  for (const [name, value] of Object.entries(metadata)) fact.run(name, value);
  file.close();
}
