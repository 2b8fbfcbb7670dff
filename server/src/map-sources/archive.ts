import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { Compression, type Source } from 'pmtiles';

/** A part of an archive, or all of it, as an HTTP response. */
export interface ArchivePart {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  body: Readable | null;
}

const UPSTREAM_TIMEOUT_MS = 30_000;

/** The version of an archive on disk, which its ETag has in quotes. Throws if the file is gone. */
export async function readArchiveVersion(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file);
  return `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
}

/** Reads an archive on disk, whose version may be known better than from the file. Throws if the file is gone. */
export async function readFilePart(
  file: string,
  range: string | undefined,
  ifRange: string | undefined,
  known?: string,
): Promise<ArchivePart> {
  const { size } = await stat(file);
  const etag = `"${known ?? (await readArchiveVersion(file))}"`;
  const headers = { etag, 'accept-ranges': 'bytes' };
  // A range of another version would not fit what the caller already has.
  const wanted = range !== undefined && (ifRange === undefined || ifRange === etag) ? rangeIn(range, size) : null;
  if (wanted === 'none') return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: null };
  if (!wanted) return { status: 200, headers: { ...headers, 'content-length': String(size) }, body: createReadStream(file) };
  const { first, last } = wanted;
  return {
    status: 206,
    headers: { ...headers, 'content-length': String(last - first + 1), 'content-range': `bytes ${first}-${last}/${size}` },
    body: createReadStream(file, { start: first, end: last }),
  };
}

/** A single range; null for a header that asks for several or cannot be read, which is ignored (RFC 9110, 14.2). */
function rangeIn(header: string, size: number): { first: number; last: number } | 'none' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size || last < first ? 'none' : { first, last };
}

/**
 * Reads an archive from another server, such as an S3 bucket. The address stays on this server, because it can hold a signature.
 * Throws if the other server does not answer with the range.
 */
export async function readUrlPart(url: string, range: string | undefined, ifRange: string | undefined): Promise<ArchivePart> {
  const response = await fetch(url, {
    headers: { 'accept-encoding': 'identity', ...(range && { range }), ...(ifRange && { 'if-range': ifRange }) },
    signal: AbortSignal.timeout(UPSTREAM_TIMEOUT_MS),
  });
  const { status } = response;
  const isWhole = status === 200 && (range === undefined || ifRange !== undefined);
  if (status !== 206 && status !== 416 && !isWhole) {
    await response.body?.cancel();
    throw new Error(status === 200 ? 'The server of the archive ignores ranges' : `The server of the archive answered ${status}`);
  }
  const kept = ['content-length', 'content-range', 'etag'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null || value.startsWith('W/') ? [] : [[name, value] as const];
  });
  const headers = { ...Object.fromEntries(kept), 'accept-ranges': 'bytes' };
  if (status === 416) {
    await response.body?.cancel();
    return { status, headers: { ...headers, 'content-length': '0' }, body: null };
  }
  return { status, headers, body: response.body && Readable.fromWeb(response.body as ReadableStream) };
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

/** For `PMTiles`, which itself knows only gzip. */
export async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return data;
  if (compression !== Compression.Gzip && compression !== Compression.Brotli) throw new Error('Unknown compression');
  const bytes = await promisify(compression === Compression.Gzip ? gunzip : brotliDecompress)(data);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
