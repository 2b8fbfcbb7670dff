import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Compression, TileType } from 'pmtiles';
import { SourceFault, type TileReader } from './reader.ts';

interface Options {
  /** Absolute addresses with `{z}`, `{x}` and `{y}`. */
  tiles: readonly string[];
  isVector: boolean;
  minZoom: number;
  maxZoom: number;
  /** Of Veld. */
  version: string;
}

const TIME_LIMIT_MS = 20_000;
const MAX_BYTES = 4_000_000;
const MAX_WAIT_MS = 86_400_000;
/** Answers that say that there is no tile. */
const MISSING = new Set([204, 404, 410]);

/** Tiles that another server has at addresses of their own. */
export function addressSource({ tiles, isVector, minZoom, maxZoom, version }: Options): TileReader {
  const reader: TileReader = {
    type: isVector ? TileType.Mvt : null,
    compression: isVector ? Compression.Gzip : Compression.None,
    minZoom,
    maxZoom,
    async read({ z, x, y }) {
      const address = tiles[(x + y) % tiles.length]!;
      const url = address.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      const bytes = await fetchTile(url, version);
      if (bytes === null || isVector) return bytes && vectorTile(bytes);
      const type = imageType(bytes);
      if (type === null) throw new SourceFault('The answer is no image');
      reader.type ??= type;
      return bytes;
    },
  };
  return reader;
}

/** Null if there is no tile. The address is in no message, because it can hold a key. */
async function fetchTile(url: string, version: string): Promise<Buffer | null> {
  try {
    const response = await fetch(url, { headers: { 'user-agent': `Veld/${version}` }, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    if (MISSING.has(response.status)) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      const waitMs = waitOf(response.headers.get('retry-after'));
      throw new SourceFault(`The server of the map answered ${response.status}`, { waitMs });
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.length > MAX_BYTES) throw new SourceFault('The tile is too large');
    return bytes.length === 0 ? null : bytes;
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    throw new SourceFault('The server of the map does not answer', { cause: error });
  }
}

/** Seconds, or the time from which on it answers again; not longer than a day. */
function waitOf(retryAfter: string | null): number {
  if (!retryAfter) return 0;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? 0 : Math.min(MAX_WAIT_MS, Math.max(0, ms));
}

/** Some servers send gzipped tiles without saying so. */
async function vectorTile(bytes: Buffer): Promise<Uint8Array> {
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return await promisify(gzip)(isGzipped ? await promisify(gunzip)(bytes) : bytes);
  } catch (error) {
    throw new SourceFault('The tile cannot be read', { cause: error });
  }
}

function imageType(bytes: Buffer): TileType | null {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return TileType.Png;
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return TileType.Jpeg;
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP') return TileType.Webp;
  if (bytes.subarray(4, 12).toString('latin1') === 'ftypavif') return TileType.Avif;
  return null;
}
