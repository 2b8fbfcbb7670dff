import { createReadStream } from 'node:fs';
import { open as openFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Archive, ArchiveFile } from './archive-file.ts';
import { ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';
import { pipeThrough, limitBytes } from './streams.ts';
import { openZip } from './zip.ts';

/** Opens a zip, a folder, a table or a gzipped table, detected by the first bytes. Throws an `ImportStopped` if it is invalid. */
export async function openArchive(path: string, shownName: string, limits: ImportLimits): Promise<Archive> {
  const found = await stat(path);
  if (found.isDirectory()) return openFolder(path, limits);
  const head = Buffer.alloc(4);
  const handle = await openFile(path, 'r');
  try {
    await handle.read(head, 0, 4, 0);
  } finally {
    await handle.close();
  }
  if (head.toString('latin1', 0, 2) === 'PK') return openZip(path, shownName, limits);
  if (head[0] === 0x1f && head[1] === 0x8b)
    return single(shownName.replace(/\.gz$/i, ''), 0, () => openGzip(path, shownName, found.size, limits));
  if (found.size > limits.tableBytes) throw new ImportStopped('too_large', { file: shownName });
  return single(shownName, found.size, async () => createReadStream(path, { highWaterMark: 1 << 18 }));
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

async function openGzip(path: string, name: string, packed: number, limits: ImportLimits): Promise<Readable> {
  const damaged = () => new ImportStopped('damaged', { file: name });
  const maxBytes = Math.min(limits.tableBytes, Math.max(limits.ratioFrom, packed * limits.ratio));
  const unpacked = pipeThrough(createReadStream(path), createGunzip(), damaged);
  return pipeThrough(
    unpacked,
    limitBytes(maxBytes, () => new ImportStopped('bomb', { file: name })),
    damaged,
  );
}
