import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gzip } from 'node:zlib';
import { Compression, PMTiles, type Source, TileType } from 'pmtiles';
import type { Context } from '../../../http/context.ts';
import { publicUrl } from '../../../mail/outbox.ts';
import { readUrlPart } from '../../../map-sources/archive.ts';
import { addressSource } from './address-source.ts';
import { SourceFault, type TileReader } from './reader.ts';
import type { StorableSource } from './storable.ts';

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

/** An archive on disk, opened for each part, because it may be replaced meanwhile. */
function fileBytes(path: string): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const file = await open(path);
      try {
        const { buffer: data, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return { data: data.buffer.slice(data.byteOffset, data.byteOffset + bytesRead) };
      } finally {
        await file.close();
      }
    },
  };
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

async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return data;
  if (compression !== Compression.Gzip && compression !== Compression.Brotli) throw new Error('Unknown compression');
  const bytes = await promisify(compression === Compression.Gzip ? gunzip : brotliDecompress)(data);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
