import { itemAt } from '@veld/contract';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Compression, PMTiles, type Source, TileType } from 'pmtiles';
import type { Context } from '../../../http/context.ts';
import { publicUrl } from '../../../mail/outbox.ts';
import { decompress, fileBytes, readUrlPart } from '../../../map-sources/archive.ts';
import { SourceFault, type TileReader } from './reader.ts';
import type { StorableSource } from './storable.ts';

const TIME_LIMIT_MS = 20_000;

const MAX_BYTES = 4_000_000;

const MAX_WAIT_MS = 86_400_000;

/** Answers that say that there is no tile. */
const MISSING = new Set([204, 404, 410]);

const BUILT_IN = resolve(import.meta.dirname, '../../../../../geography/files/base.pmtiles');

/** The archive of a map on this server; null for other maps. */
export function locateArchive({ setting }: StorableSource): string | null {
  if (setting === null) return BUILT_IN;
  return (setting.kind === 'pmtiles' && setting.file) || null;
}

/** Opens a map. Throws a `SourceFault` if it cannot be read. */
export function openSource(context: Context, { setting, max_zoom }: StorableSource): Promise<TileReader> {
  if (setting === null) return archiveSource(fileBytes(BUILT_IN));
  if (setting.kind === 'pmtiles') return archiveSource(setting.file === undefined ? urlBytes(setting.url!) : fileBytes(setting.file));
  const origin = publicUrl(context);
  const tiles = setting.tiles.map((address) => (address.startsWith('/') ? origin + address : address));
  const isVector = setting.kind === 'vector';
  return Promise.resolve(addressSource({ tiles, isVector, minZoom: setting.min_zoom, maxZoom: max_zoom, version: context.config.VERSION }));
}

/** An archive of tiles. Vector tiles are gzipped, whatever the archive has. */
async function archiveSource(source: Source): Promise<TileReader> {
  const archive = new PMTiles(source, undefined, decompress);
  const { tileType, minZoom, maxZoom } = await archive.getHeader().catch(faulty);
  const isVector = tileType === TileType.Mvt;
  return {
    type: tileType,
    compression: isVector ? Compression.Gzip : Compression.None,
    minZoom,
    maxZoom,
    async read({ z, x, y }) {
      const tile = await archive.getZxy(z, x, y).catch(faulty);
      if (!tile || tile.data.byteLength === 0) return null;
      const bytes = new Uint8Array(tile.data);
      return isVector ? promisify(gzip)(bytes) : bytes;
    },
  };
}

function faulty(error: Error): never {
  throw new SourceFault(error.message, { cause: error });
}

/** An archive on another server, such as an S3 bucket. */
function urlBytes(url: string): Source {
  return {
    getKey: () => url,
    async getBytes(offset, length) {
      const { status, body } = await readUrlPart(url, `bytes=${offset}-${offset + length - 1}`, undefined);
      if (status !== 206 || !body) throw new Error(`The server of the archive answered ${status}`);
      const bytes = await buffer(body);
      return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
    },
  };
}

interface Options {
  /** Absolute addresses with `{z}`, `{x}` and `{y}`. */
  tiles: readonly string[];
  isVector: boolean;
  minZoom: number;
  maxZoom: number;
  /** Of Veld. */
  version: string;
}

/** Tiles that another server has at addresses of their own. */
function addressSource({ tiles, isVector, minZoom, maxZoom, version }: Options): TileReader {
  const reader: TileReader = {
    type: isVector ? TileType.Mvt : null,
    compression: isVector ? Compression.Gzip : Compression.None,
    minZoom,
    maxZoom,
    async read({ z, x, y }) {
      const address = itemAt(tiles, (x + y) % tiles.length);
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
