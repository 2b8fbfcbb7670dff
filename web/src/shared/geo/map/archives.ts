import type { TileAddress } from '@veld/geography';
import { FetchSource, PMTiles, type Source } from 'pmtiles';
import baseFile from '@veld/geography/files/base.pmtiles?url';
// The service worker stores the file with the app.
import worldFile from '@veld/geography/files/world.pmtiles?url';

/** A file read whole: the service worker answers with all of it, never with a range. */
function wholeFile(address: string): Source {
  let file: Promise<ArrayBuffer> | null = null;
  const read = async () => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The map file was answered with ${response.status}`);
    return response.arrayBuffer();
  };
  const once = () =>
    (file ??= read().catch((error: unknown) => {
      file = null;
      throw error;
    }));
  return {
    getKey: () => address,
    getBytes: async (offset, length) => ({ data: (await once()).slice(offset, offset + length) }),
  };
}

let base: PMTiles | null = null;
const worldSource = wholeFile(worldFile);
let world = new PMTiles(worldSource);

/** Rejects if the server does not answer with the detailed map. */
export async function openBase(): Promise<void> {
  // A new one each time, because an archive remembers that it failed.
  const opened = new PMTiles(new FetchSource(baseFile));
  await opened.getHeader();
  base = opened;
}

/** The last tiles. MapLibre asks for one many times: for each of two sources, and for each part of it in a close map. */
const latest = new Map<string, Promise<ArrayBuffer>>();
const KEPT_TILES = 12;

/** A vector tile; empty where the archive has none. */
export async function readTile(detail: 'base' | 'world', { z, x, y }: TileAddress): Promise<ArrayBuffer> {
  const archive = detail === 'base' && base ? base : world;
  const key = `${archive.source.getKey()} ${z} ${x} ${y}`;
  const tile = latest.get(key) ?? archive.getZxy(z, x, y).then((found) => found?.data ?? new ArrayBuffer(0));
  // The last asked for is the last to go; one that failed is read again.
  latest.delete(key);
  latest.set(key, tile);
  tile.catch(() => {
    latest.delete(key);
    if (archive === world) world = new PMTiles(worldSource);
  });
  for (const [oldest] of latest) {
    if (latest.size <= KEPT_TILES) break;
    latest.delete(oldest);
  }
  // MapLibre takes the buffer it gets to its worker.
  return (await tile).slice(0);
}
