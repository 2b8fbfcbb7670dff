import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Archive, ArchiveFile } from './archive-file.ts';
import { checkedName, commonFolder, isLeftOut } from './entry-names.ts';
import { ImportStopped } from '../faults.ts';
import { pipeThrough } from './streams.ts';
import type { ImportLimits } from '../limits.ts';

/** The file type in a Unix mode, and its value for a symbolic link. */
const FILE_TYPE = 0o170_000;
const SYMBOLIC_LINK = 0o120_000;

/**
 * Opens a zip after checking the number, declared sizes and names of its entries. The declared sizes are enforced while reading.
 * Throws an `ImportStopped` if the zip is invalid.
 */
export async function openZip(path: string, shownName: string, limits: ImportLimits): Promise<Archive> {
  let zip: ZipFile;
  try {
    // With decodeStrings, yauzl would check the names itself, but its errors do not contain the entry.
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true });
  } catch {
    throw new ImportStopped('unreadable', { file: shownName });
  }
  try {
    return { files: await filesOf(zip, shownName, limits), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof ImportStopped ? error : new ImportStopped('unreadable', { file: shownName });
  }
}

async function filesOf(zip: ZipFile, shownName: string, limits: ImportLimits): Promise<ArchiveFile[]> {
  if (zip.entryCount > limits.entries) throw new ImportStopped('too_many_files', { file: shownName, value: String(zip.entryCount) });
  const files = new Map<string, { entry: Entry; name: string }>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const bytes = entry.fileNameRaw;
    const name = checkedName(bytes.toString(entry.generalPurposeBitFlag & 0x800 ? 'utf8' : 'latin1'), shownName);
    if (isLeftOut(name)) continue;
    if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK)
      throw new ImportStopped('unsafe_name', { file: shownName, value: name });
    if (files.has(name.toLowerCase())) throw new ImportStopped('file_twice', { file: shownName, value: name });
    if (entry.isEncrypted()) throw new ImportStopped('encrypted', { file: name });
    if (!entry.canDecodeFileData()) throw new ImportStopped('unreadable', { file: name });
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > limits.tableBytes || total > limits.totalBytes) throw new ImportStopped('bomb', { file: name });
    if (entry.uncompressedSize > limits.ratioFrom && entry.uncompressedSize > entry.compressedSize * limits.ratio)
      throw new ImportStopped('bomb', { file: name });
    files.set(name.toLowerCase(), { entry, name });
  }
  const all = [...files.values()];
  const folder = commonFolder(all.map(({ name }) => name));
  return all.map(({ entry, name }) => ({
    name: name.slice(folder.length),
    size: entry.uncompressedSize,
    open: () => read(zip, entry, name.slice(folder.length)),
  }));
}

async function read(zip: ZipFile, entry: Entry, name: string): Promise<Readable> {
  const damaged = () => new ImportStopped('damaged', { file: name });
  let source: Readable;
  try {
    source = await zip.openReadStreamPromise(entry);
  } catch {
    throw damaged();
  }
  let sum = 0;
  const checked = new Transform({
    highWaterMark: 1 << 18,
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === entry.crc32 ? null : damaged()),
  });
  return pipeThrough(source, checked, damaged);
}
