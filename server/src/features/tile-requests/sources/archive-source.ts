import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gzip } from 'node:zlib';
import { Compression, PMTiles, type Source, TileType } from 'pmtiles';
import { readUrlPart } from '../../../map-sources/archive.ts';
import { SourceFault, type TileReader } from './reader.ts';

/** An archive of tiles. Vector tiles are gzipped, whatever the archive has. */
export async function archiveSource(source: Source): Promise<TileReader> {
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
export function fileBytes(path: string): Source {
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
export function urlBytes(url: string): Source {
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
