import { checksum, type SyncChunks } from '@veld/taxonomy';
import { Dexie } from 'dexie';
import type { BuiltCopy, CopyBuild } from './build-copy';
import type { TaxonomyDatabase } from './database';
import { indexNumber } from './chunks';

/**
 * A second home of the chunks of a large copy: one file of the origin's private ones, from which a worker reads what it
 * lacks within microseconds and without waiting. A copy that does not fit in memory is searched so. The chunks in the
 * database stay what counts: without the file, or where it is damaged, they are read.
 *
 * The file holds the chunks one after another, then four numbers for each of them (number, beginning, length, checksum),
 * and begins with a head that is written when all else is on the disk: a file without one is not used.
 */

const FOLDER = 'taxonomy';
const FORMAT = 0x56_4c_44_01;
/** Format, chunks, where the numbers of the chunks begin (in units of four bytes), their checksum. */
const HEAD_NUMBERS = 4;
const NUMBERS_PER_CHUNK = 4;
/** Chunks that are copied together: some megabytes. */
const COPY_BATCH = 64;
/** All chunks are smaller. */
const MAX_CHUNK_BYTES = 1 << 16;

/** Copies of more segments have a file: smaller ones are in memory as a whole soon after they are opened. */
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

/** `read-only` lets several tabs read one file; a browser that does not know it lets the first one. */
interface Openable {
  createSyncAccessHandle?(options?: { mode: 'read-only' }): Promise<Handle>;
}

/** The folder of the files; null where the browser has none. */
async function folderOf(create: boolean): Promise<FileSystemDirectoryHandle | null> {
  if (typeof navigator === 'undefined' || navigator.storage?.getDirectory === undefined) return null;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create });
  } catch {
    return null;
  }
}

/** Names of copies may hold spaces and colons; those of files may not everywhere. */
function fileName(copy: string): string {
  return encodeURIComponent(copy);
}

/** Ends a build. A copy that does not fit in memory gets its file before anybody reads it. */
export async function finishWithFile(db: TaxonomyDatabase, copy: string, build: CopyBuild): Promise<BuiltCopy> {
  const built = await build.finish();
  if (needsFile(built)) await writeCopyFile(db, copy);
  return built;
}

/** Writes the file of a copy whose chunks are stored. Whether it is there afterwards: where it cannot be, the copy does without. */
async function writeCopyFile(db: TaxonomyDatabase, copy: string): Promise<boolean> {
  const folder = await folderOf(true);
  if (folder === null) return false;
  try {
    const file = (await folder.getFileHandle(fileName(copy), { create: true })) as FileSystemFileHandle & Openable;
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
      // Numbers in the file lie where an array of numbers may begin.
      const begins = Math.ceil(end / 4) * 4;
      if (bytes.length > 0 && handle.write(bytes, { at: begins }) !== bytes.length) throw new Error('The file is cut short');
      directory.push(number, begins / 4, bytes.length, sum);
      end = begins + bytes.length;
    }
    if (records.length < COPY_BATCH) break;
    after = records.at(-1)!.number;
  }
  const numbers = bytesOf(Uint32Array.from(directory));
  const place = Math.ceil(end / 4);
  if (handle.write(numbers, { at: place * 4 }) !== numbers.length) throw new Error('The file is cut short');
  handle.flush();
  handle.write(bytesOf(Uint32Array.of(FORMAT, directory.length / NUMBERS_PER_CHUNK, place, checksum(numbers))), { at: 0 });
  handle.flush();
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** A file that is open for reading. */
export class CopyFile {
  readonly #handle: Handle;
  readonly #directory: Uint32Array;
  /** Where in the directory a chunk stands. */
  readonly #places = new Map<number, number>();
  /** Chunks that were what was written when they were first read: nobody writes into a file that is open. */
  readonly #sound: Uint8Array;
  readonly #scratch = new Uint8Array(MAX_CHUNK_BYTES);

  constructor(handle: Handle, directory: Uint32Array) {
    this.#handle = handle;
    this.#directory = directory;
    this.#sound = new Uint8Array(directory.length / NUMBERS_PER_CHUNK);
    for (let at = 0; at < directory.length; at += NUMBERS_PER_CHUNK) this.#places.set(directory[at]!, at);
  }

  /** The chunks of one segment. */
  segment(segment: number): SyncChunks {
    return {
      read: (kind, number) => (kind === 'index' ? this.#whole(indexNumber(segment, number), true) : this.#whole(number, false)),
      readRange: (number, from, to) => this.#part(number, from, to),
    };
  }

  #whole(number: number, isKept: boolean): Uint8Array | null {
    const at = this.#places.get(number);
    if (at === undefined) return null;
    const length = this.#directory[at + 2]!;
    const read = this.#read(this.#directory[at + 1]! * 4, isKept ? new Uint8Array(length) : this.#room(length));
    if (read === null) return null;
    const chunk = at / NUMBERS_PER_CHUNK;
    if (this.#sound[chunk] === 0) this.#sound[chunk] = checksum(read) === this.#directory[at + 3] ? 1 : 0;
    return this.#sound[chunk] === 1 ? read : null;
  }

  #part(number: number, from: number, to: number): Uint8Array | null {
    const at = this.#places.get(number)!;
    return this.#read(this.#directory[at + 1]! * 4 + from, this.#room(to - from));
  }

  #room(length: number): Uint8Array {
    return length > MAX_CHUNK_BYTES ? new Uint8Array(length) : this.#scratch.subarray(0, length);
  }

  #read(at: number, into: Uint8Array): Uint8Array | null {
    try {
      return this.#handle.read(into, { at }) === into.length ? into : null;
    } catch {
      // It was closed meanwhile, or the disk is not what it was.
      return null;
    }
  }

  close(): void {
    this.#handle.close();
  }
}

/** Opens the file of a copy; null where there is none that is whole, or another tab has it for itself. */
export async function openCopyFile(copy: string): Promise<CopyFile | null> {
  const folder = await folderOf(false);
  if (folder === null) return null;
  let handle: Handle | undefined;
  try {
    const file = (await folder.getFileHandle(fileName(copy))) as FileSystemFileHandle & Openable;
    handle = await file.createSyncAccessHandle?.({ mode: 'read-only' });
    if (handle === undefined) return null;
    const directory = directoryOf(handle);
    if (directory !== null) return new CopyFile(handle, directory);
  } catch {
    // No file, or none that may be opened now.
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

/** Takes away the files of all other copies; those that a tab still reads stay until the next time. */
export async function removeStaleCopyFiles(copies: readonly string[]): Promise<void> {
  const folder = await folderOf(false);
  if (folder === null) return;
  const kept = new Set(copies.map(fileName));
  for await (const name of folder.keys()) if (!kept.has(name)) await folder.removeEntry(name).catch(() => {});
}

/** How large the file of a copy is; 0 where it has none. */
export async function copyFileSize(copy: string): Promise<number> {
  const folder = await folderOf(false);
  try {
    const file = await folder?.getFileHandle(fileName(copy));
    return file === undefined ? 0 : (await file.getFile()).size;
  } catch {
    return 0;
  }
}
