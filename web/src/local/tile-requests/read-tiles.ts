import { type ChunkedFile, TILE_CHUNK_BYTES, type TileLayer } from '@veld/contract';
import { latitudeAt, longitudeAt } from '@veld/geometry';
import { PMTiles, type Source } from 'pmtiles';
import type { KeptPack } from './kept-packs';
import type { PackFiles } from './pack-files';

interface TileAddress {
  z: number;
  x: number;
  y: number;
}

const archives = new WeakMap<PackFiles, Map<string, PMTiles>>();

/** The archive of an offline map, if it has the layer. */
export function openArchive(
  files: PackFiles,
  { id, files: listed, ready_at }: KeptPack,
  layer: Exclude<TileLayer, 'species'>,
): PMTiles | null {
  const file = listed.find((one) => one.layer === layer);
  if (!file) return null;
  const key = `${id} ${layer} ${ready_at}`;
  const known = archives.get(files) ?? new Map<string, PMTiles>();
  archives.set(files, known);
  const archive = known.get(key) ?? new PMTiles(inChunks(files, id, file, key));
  known.set(key, archive);
  return archive;
}

/** The first of the offline maps that has a tile, with the tile. Null if none has it. */
export async function readTile(
  files: PackFiles,
  packs: readonly KeptPack[],
  layer: Exclude<TileLayer, 'species'>,
  { z, x, y }: TileAddress,
): Promise<ArrayBuffer | null> {
  for (const pack of packs) {
    if (!mayHave(pack, { z, x, y })) continue;
    const tile = await openArchive(files, pack, layer)?.getZxy(z, x, y);
    if (tile) return tile.data;
  }
  return null;
}

/** What a file has, in one piece. Null if a part is missing. */
export async function readWhole(files: PackFiles, { id, files: listed }: KeptPack, layer: TileLayer): Promise<Blob | null> {
  const file = listed.find((one) => one.layer === layer);
  const parts = await Promise.all((file?.chunks ?? []).map((_, number) => files.read({ id, layer, number })));
  return file && parts.every((part) => part !== null) ? new Blob(parts) : null;
}

/** Whether the box around an offline map has a part in a tile. */
export function mayHave({ box: { west, south, east, north } }: KeptPack, { z, x, y }: TileAddress): boolean {
  const side = 2 ** z;
  const [left, right] = [longitudeAt(x / side), longitudeAt((x + 1) / side)];
  const isAcross = west > east ? right >= west || left <= east : right >= west && left <= east;
  return isAcross && latitudeAt(y / side) >= south && latitudeAt((y + 1) / side) <= north;
}

function inChunks(files: PackFiles, id: string, { layer, bytes }: ChunkedFile, key: string): Source {
  return {
    getKey: () => key,
    async getBytes(offset, length) {
      const end = Math.min(offset + length, bytes);
      const parts: Blob[] = [];
      for (let number = Math.floor(offset / TILE_CHUNK_BYTES); number * TILE_CHUNK_BYTES < end; number++) {
        const chunk = await files.read({ id, layer, number });
        if (!chunk) throw new Error('A part of an offline map is missing');
        const start = number * TILE_CHUNK_BYTES;
        parts.push(chunk.slice(Math.max(0, offset - start), Math.max(0, end - start)));
      }
      return { data: await new Blob(parts).arrayBuffer() };
    },
  };
}
