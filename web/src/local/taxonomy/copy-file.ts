import { uintAt } from '@veld/geometry';
import { itemAt, getKnown } from '@veld/contract';
import { checksum, type SyncChunks } from '@veld/taxonomy';
import { Dexie } from 'dexie';
import type { BuiltCopy, CopyBuild } from './build-copy';
import type { TaxonomyDatabase } from './database';
import { indexNumber } from './chunks';

/**
 * A second storage of a large copy's chunks: one file in the origin private file system, from which a worker reads
 * synchronously within microseconds. It serves copies that do not fit in memory. The chunks in the database remain
 * authoritative and are used if the file is missing or damaged.
 *
 * The file holds a header, the chunks, and a directory of four numbers per chunk (number, offset, length, checksum). The header
 * is written last, once everything else is on disk; a file without it is ignored.
 */

const FOLDER = 'taxonomy';
const FORMAT = 0x56_4c_44_01;
/** Header: format, number of chunks, offset of the directory (in units of four bytes), checksum of the directory. */
const HEAD_NUMBERS = 4;
const NUMBERS_PER_CHUNK = 4;
/** Chunks per read, a few megabytes. */
const COPY_BATCH = 64;
/** Upper bound of a chunk's size. */
const MAX_CHUNK_BYTES = 1 << 16;

/** Copies of more segments get a file; smaller ones are soon in memory as a whole. */
const SEGMENTS_IN_MEMORY = 1;

export function needsFile(copy: { segments: number }): boolean {
  return copy.segments > SEGMENTS_IN_MEMORY;
}

interface Handle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

/** `read-only` lets several tabs open the file; browsers that do not support it let only the first. */
interface Openable {
  createSyncAccessHandle?(options?: { mode: 'read-only' }): Promise<Handle>;
}

/** The folder of the files; null if the browser has no such file system. */
async function folderOf(create: boolean): Promise<FileSystemDirectoryHandle | null> {
  if (typeof navigator === 'undefined' || navigator.storage?.getDirectory === undefined) return null;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create });
  } catch {
    return null;
  }
}

/** Copy names may contain spaces and colons, which file names may not on every platform. */
function fileName(copy: string): string {
  return encodeURIComponent(copy);
}

/** Finishes a build. A copy that does not fit in memory gets its file before it is used. */
export async function finishWithFile(db: TaxonomyDatabase, copy: string, build: CopyBuild): Promise<BuiltCopy> {
  const built = await build.finish();
  if (needsFile(built)) await writeCopyFile(db, copy);
  return built;
}

/** Writes the file of a stored copy. Returns whether it exists afterwards; a copy also works without. */
async function writeCopyFile(db: TaxonomyDatabase, copy: string): Promise<boolean> {
  const folder = await folderOf(true);
  if (folder === null) return false;
  try {
    const file: Openable = await folder.getFileHandle(fileName(copy), { create: true });
    const handle = await file.createSyncAccessHandle?.();
    if (handle === undefined) return false;
    try {
      await copyChunks(db, copy, handle);
    } finally {
      handle.close();
    }
    return true;
  } catch {
    await folder.removeEntry(fileName(copy)).catch(() => {});
    return false;
  }
}

async function copyChunks(db: TaxonomyDatabase, copy: string, handle: Handle): Promise<void> {
  handle.truncate(0);
  const directory: number[] = [];
  let end = HEAD_NUMBERS * 4;
  let after = -1;
  for (;;) {
    const records = await db.blocks
      .where('[copy+number]')
      .between([copy, after], [copy, Dexie.maxKey], false, false)
      .limit(COPY_BATCH)
      .toArray();
    for (const { number, bytes, sum } of records) {
      // Aligned, so that the bytes can be viewed as 32-bit integers.
      const begins = Math.ceil(end / 4) * 4;
      if (bytes.length > 0 && handle.write(bytes, { at: begins }) !== bytes.length)
        throw new Error('The write to the copy file was incomplete');
      directory.push(number, begins / 4, bytes.length, sum);
      end = begins + bytes.length;
    }
    if (records.length < COPY_BATCH) break;
    after = itemAt(records, -1).number;
  }
  const numbers = bytesOf(Uint32Array.from(directory));
  const place = Math.ceil(end / 4);
  if (handle.write(numbers, { at: place * 4 }) !== numbers.length) throw new Error('The write to the copy file was incomplete');
  handle.flush();
  handle.write(bytesOf(Uint32Array.of(FORMAT, directory.length / NUMBERS_PER_CHUNK, place, checksum(numbers))), { at: 0 });
  handle.flush();
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** A file opened for reading. */
export class CopyFile {
  readonly #handle: Handle;
  readonly #directory: Uint32Array;
  /** Offset of each chunk's entry in the directory. */
  readonly #places = new Map<number, number>();
  /** Chunks whose checksum was verified once; nobody writes to an open file. */
  readonly #sound: Uint8Array;
  readonly #scratch = new Uint8Array(MAX_CHUNK_BYTES);

  constructor(handle: Handle, directory: Uint32Array) {
    this.#handle = handle;
    this.#directory = directory;
    this.#sound = new Uint8Array(directory.length / NUMBERS_PER_CHUNK);
    for (const [at, number] of directory.entries()) if (at % NUMBERS_PER_CHUNK === 0) this.#places.set(number, at);
  }

  /** The chunks of one segment. */
  segment(segment: number): SyncChunks {
    return {
      read: (kind, number) => (kind === 'index' ? this.#whole(indexNumber(segment, number), true) : this.#whole(number, false)),
      readRange: (number, from, to) => this.#part(number, from, to),
    };
  }

  #whole(number: number, isRetained: boolean): Uint8Array | null {
    const at = this.#places.get(number);
    if (at === undefined) return null;
    const length = uintAt(this.#directory, at + 2);
    const read = this.#read(uintAt(this.#directory, at + 1) * 4, isRetained ? new Uint8Array(length) : this.#room(length));
    if (read === null) return null;
    const chunk = at / NUMBERS_PER_CHUNK;
    if (this.#sound[chunk] === 0) this.#sound[chunk] = checksum(read) === this.#directory[at + 3] ? 1 : 0;
    return this.#sound[chunk] === 1 ? read : null;
  }

  #part(number: number, from: number, to: number): Uint8Array | null {
    const at = getKnown(this.#places, number);
    return this.#read(uintAt(this.#directory, at + 1) * 4 + from, this.#room(to - from));
  }

  #room(length: number): Uint8Array {
    return length > MAX_CHUNK_BYTES ? new Uint8Array(length) : this.#scratch.subarray(0, length);
  }

  #read(at: number, into: Uint8Array): Uint8Array | null {
    try {
      return this.#handle.read(into, { at }) === into.length ? into : null;
    } catch {
      // The file was closed, or the disk failed.
      return null;
    }
  }

  close(): void {
    this.#handle.close();
  }
}

/** Opens the file of a copy; null if there is no complete one or another tab has it locked. */
export async function openCopyFile(copy: string): Promise<CopyFile | null> {
  const folder = await folderOf(false);
  if (folder === null) return null;
  let handle: Handle | undefined;
  try {
    const file: Openable = await folder.getFileHandle(fileName(copy));
    handle = await file.createSyncAccessHandle?.({ mode: 'read-only' });
    if (handle === undefined) return null;
    const directory = directoryOf(handle);
    if (directory !== null) return new CopyFile(handle, directory);
  } catch {
    // There is no file, or it cannot be opened now.
  }
  handle?.close();
  return null;
}

function directoryOf(handle: Handle): Uint32Array | null {
  const head = new Uint32Array(HEAD_NUMBERS);
  if (handle.read(bytesOf(head), { at: 0 }) !== head.byteLength) return null;
  const [format, chunks = 0, place = 0, sum] = head;
  if (format !== FORMAT || place * 4 + chunks * NUMBERS_PER_CHUNK * 4 > handle.getSize()) return null;
  const directory = new Uint32Array(chunks * NUMBERS_PER_CHUNK);
  handle.read(bytesOf(directory), { at: place * 4 });
  return checksum(bytesOf(directory)) === sum ? directory : null;
}

/** Removes the files of all other copies. Files still open in a tab are removed next time. */
export async function removeStaleCopyFiles(copies: readonly string[]): Promise<void> {
  const folder = await folderOf(false);
  if (folder === null) return;
  const needed = new Set(copies.map(fileName));
  for await (const name of folder.keys()) if (!needed.has(name)) await folder.removeEntry(name).catch(() => {});
}

/** Size of a copy's file in bytes; 0 if it has none. */
export async function copyFileSize(copy: string): Promise<number> {
  const folder = await folderOf(false);
  try {
    const file = await folder?.getFileHandle(fileName(copy));
    return file === undefined ? 0 : (await file.getFile()).size;
  } catch {
    return 0;
  }
}
