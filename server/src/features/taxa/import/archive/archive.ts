import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Archive, ArchiveFile } from './archive-file.ts';
import { ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import { pipeThrough, limitBytes } from './streams.ts';
import { isTar, openTar, TAR_HEADER_BYTES } from './tar.ts';
import { openZip } from './zip.ts';

/**
 * Opens a zip, a tar, a folder or a table, each but a folder also gzipped, detected by the first bytes. `onRead` is called while a tar
 * is passed over, which takes long for a large one. Throws an `ImportStopped` if the file is invalid.
 */
export async function openArchive(
  path: string,
  shownName: string,
  limits: ImportLimits,
  onRead: (count: number) => void = () => undefined,
): Promise<Archive> {
  const found = await stat(path);
  if (found.isDirectory()) return openFolder(path, limits);
  const plain = async () => createReadStream(path, { highWaterMark: 1 << 18 });
  const head = await firstBytes(plain, TAR_HEADER_BYTES);
  if (head.toString('latin1', 0, 2) === 'PK') return openZip(path, shownName, limits);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const innerName = shownName.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar');
    const unpacked = (maxBytes: number) =>
      openGzip(path, shownName, Math.min(maxBytes, Math.max(limits.ratioFrom, found.size * limits.ratio)));
    if (isTar(await firstBytes(() => unpacked(limits.tableBytes), TAR_HEADER_BYTES)))
      return openTar(() => unpacked(limits.totalBytes), innerName, limits, onRead);
    return single(innerName, 0, () => unpacked(limits.tableBytes));
  }
  if (isTar(head)) return openTar(plain, shownName, limits, onRead);
  if (found.size > limits.tableBytes) throw new ImportStopped('too_large', { file: shownName });
  return single(shownName, found.size, plain);
}

/** Up to `count` bytes from the start of a stream, fewer if it is shorter. */
export async function firstBytes(open: () => Promise<Readable>, count: number): Promise<Buffer> {
  const stream = await open();
  const arriving: AsyncIterable<Buffer> = stream;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of arriving) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= count) break;
  }
  stream.destroy();
  return Buffer.concat(chunks).subarray(0, count);
}

function single(name: string, size: number, open: () => Promise<Readable>): Archive {
  return { files: [{ name, size, open }], close: () => undefined };
}

async function openFolder(path: string, limits: ImportLimits): Promise<Archive> {
  const entries = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isFile());
  if (entries.length > limits.entries) throw new ImportStopped('too_many_files', { file: basename(path) });
  const files: ArchiveFile[] = [];
  for (const { name } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const { size } = await stat(join(path, name));
    if (size > limits.tableBytes) throw new ImportStopped('too_large', { file: name });
    files.push({ name, size, open: async () => createReadStream(join(path, name), { highWaterMark: 1 << 18 }) });
  }
  return { files, close: () => undefined };
}

async function openGzip(path: string, name: string, maxBytes: number): Promise<Readable> {
  const damaged = () => new ImportStopped('damaged', { file: name });
  const unpacked = pipeThrough(createReadStream(path), createGunzip(), damaged);
  return pipeThrough(
    unpacked,
    limitBytes(maxBytes, () => new ImportStopped('bomb', { file: name })),
    damaged,
  );
}
