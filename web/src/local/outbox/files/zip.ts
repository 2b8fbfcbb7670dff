import { Inflate } from 'fflate';
import { readPieces, ZipWriter } from './zip-writer.ts';

/** A file inside an archive. Names are relative and use forward slashes. */
export interface ZipEntry {
  name: string;
  blob: Blob;
}

/** The archive is not a zip or is truncated. */
export class ZipDamaged extends Error {
  override readonly name = 'ZipDamaged';
}

/** The archive has more entries or more bytes than allowed. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

/** What an archive may unpack to: the number of entries, the bytes of each and of all together. */
export interface ZipLimits {
  entries: number;
  entryBytes: number;
  totalBytes: number;
}

const CHUNK = 1024 * 1024;
/** Compressed bytes unpacked at once. Deflate expands at most 1032 times, so a step makes at most 17 MB. */
const STEP = 16 * 1024;

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const HEADER_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const HEADER_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;

/** Makes a zip archive from blobs that the browser keeps on disk. Only JSON is compressed. */
export async function zipEntries(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: Blob[] = [];
  const zip = new ZipWriter({ write: async (bytes) => void parts.push(new Blob([bytes])) });
  for (const { name, blob } of entries) await zip.add(name, readPieces(blob), { isText: name.endsWith('.json') });
  await zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

/**
 * Reads the entries of an archive by name. Finds them by the central directory: a stream of entries can't be distinguished from photos that
 * happen to contain a zip signature. Throws `ZipDamaged`, and `ZipTooLarge` before more than the limits is unpacked.
 */
export async function unzip(archive: Blob, limits: ZipLimits): Promise<Map<string, Blob>> {
  const directory = await readDirectory(archive, limits.entries);
  const entries = new Map<string, Blob>();
  let left = limits.totalBytes;
  for (const entry of directory) {
    if (entry.name.endsWith('/')) continue;
    const blob = await unpack(archive, entry, Math.min(limits.entryBytes, left));
    left -= blob.size;
    entries.set(entry.name, blob);
  }
  return entries;
}

interface Found {
  name: string;
  method: number;
  packedBytes: number;
  /** As declared; checked against what is unpacked. */
  bytes: number;
  /** Offset of the local header. */
  at: number;
}

async function readDirectory(archive: Blob, maxEntries: number): Promise<Found[]> {
  const end = await readEnd(archive);
  if (end.count === 0) throw new ZipDamaged('The archive is empty');
  if (end.count > maxEntries) throw new ZipTooLarge(`The archive has ${end.count} entries`);
  const view = await viewOf(archive, end.at, end.bytes);
  const found: Found[] = [];
  let at = 0;
  for (let index = 0; index < end.count; index++) {
    if (at + DIRECTORY_BYTES > view.byteLength || view.getUint32(at, true) !== DIRECTORY_SIGNATURE)
      throw new ZipDamaged('The directory of the archive is damaged');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const commentBytes = view.getUint16(at + 32, true);
    const next = at + DIRECTORY_BYTES + nameBytes + extraBytes + commentBytes;
    if (next > view.byteLength) throw new ZipDamaged('The directory of the archive is truncated');
    found.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, at + DIRECTORY_BYTES, nameBytes)),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return found;
}

/** The last record of the archive, which says where its directory is. A comment may follow it. */
async function readEnd(archive: Blob): Promise<{ count: number; at: number; bytes: number }> {
  const from = Math.max(0, archive.size - END_BYTES - MAX_COMMENT_BYTES);
  const view = await viewOf(archive, from, archive.size - from);
  for (let at = view.byteLength - END_BYTES; at >= 0; at--)
    if (view.getUint32(at, true) === END_SIGNATURE && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength)
      return { count: view.getUint16(at + 10, true), bytes: view.getUint32(at + 12, true), at: view.getUint32(at + 16, true) };
  throw new ZipDamaged('The archive has no end');
}

async function unpack(archive: Blob, entry: Found, largest: number): Promise<Blob> {
  if (entry.bytes > largest) throw new ZipTooLarge(`${entry.name} is too large`);
  const header = await viewOf(archive, entry.at, HEADER_BYTES);
  if (header.getUint32(0, true) !== HEADER_SIGNATURE) throw new ZipDamaged(`${entry.name} has no header`);
  const start = entry.at + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = archive.slice(start, start + entry.packedBytes);
  if (packed.size < entry.packedBytes) throw new ZipDamaged(`${entry.name} is truncated`);
  const blob = entry.method === 0 ? packed : entry.method === 8 ? await inflate(packed, entry.name, largest) : null;
  if (blob?.size !== entry.bytes) throw new ZipDamaged(`${entry.name} can't be unpacked`);
  return blob;
}

async function inflate(packed: Blob, name: string, largest: number): Promise<Blob> {
  const parts: Blob[] = [];
  let size = 0;
  const inflating = new Inflate((chunk) => {
    size += chunk.length;
    if (size <= largest) parts.push(new Blob([chunk]));
  });
  for (let at = 0; at < packed.size; at += CHUNK) {
    const chunk = new Uint8Array(await packed.slice(at, at + CHUNK).arrayBuffer());
    for (let step = 0; step < chunk.length; step += STEP) {
      try {
        inflating.push(chunk.subarray(step, step + STEP), at + step + STEP >= packed.size);
      } catch (error) {
        throw new ZipDamaged(`${name} can't be unpacked`, { cause: error });
      }
      if (size > largest) throw new ZipTooLarge(`${name} is too large`);
    }
  }
  return new Blob(parts);
}

async function viewOf(archive: Blob, at: number, length: number): Promise<DataView<ArrayBuffer>> {
  const bytes = await archive.slice(at, at + length).arrayBuffer();
  if (bytes.byteLength < length) throw new ZipDamaged('The archive is truncated');
  return new DataView(bytes);
}
