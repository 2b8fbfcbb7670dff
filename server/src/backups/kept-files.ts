import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { damaged } from './archive-reader.ts';
import { explainWriteFault, syncFile } from './archive-writer.ts';
import { ListedFile, PIECE_BYTES } from './format.ts';

/*
 * The files beside the backups of a folder, each once, named by its digest: `files/ab/abcd…`. `files/known-photos.jsonl` says which digest a
 * file had at the last backup, so that one that has neither another size nor another time is not read again.
 */

const folderOf = (archive: string): string => join(dirname(archive), 'files');
export const keptPath = (archive: string, digest: string): string => join(folderOf(archive), digest.slice(0, 2), digest);

/** The bytes of a stream in pieces of `PIECE_BYTES`, at least one, with the last one marked. */
export async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    // A full piece is given out once it is known not to be the last one.
    if (length + chunk.length > PIECE_BYTES) {
      yield { bytes: Buffer.concat(chunks), isLast: false };
      [chunks, length] = [[], 0];
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}

/** Reads a kept file. Its last piece only comes when the whole is what it was. */
export async function* readKept(
  archive: string,
  { key, size, sha256 }: ListedFile,
): AsyncGenerator<{ bytes: Buffer; isFirst: boolean; isLast: boolean }> {
  const path = keptPath(archive, sha256);
  if ((await stat(path).catch(() => null))?.size !== size) throw damaged(`${key} is missing or cut off in ${folderOf(archive)}`);
  const hash = createHash('sha256');
  let isFirst = true;
  for await (const piece of piecesOf(createReadStream(path, { highWaterMark: 1 << 18 }))) {
    hash.update(piece.bytes);
    if (piece.isLast && hash.digest('hex') !== sha256) throw damaged(`${key} is not what was written to ${folderOf(archive)}`);
    yield { ...piece, isFirst };
    isFirst = false;
  }
}

/** Keeps a file unless one with the same bytes is kept; `isNew` says which. */
export async function keepFile(archive: string, stream: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string; isNew: boolean }> {
  const half = join(folderOf(archive), `.${process.pid}.half`);
  const hash = createHash('sha256');
  let size = 0;
  try {
    await mkdir(dirname(half), { recursive: true, mode: 0o700 });
    const file = await open(half, 'w', 0o600);
    try {
      for await (const chunk of stream) {
        hash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    const sha256 = hash.digest('hex');
    const path = keptPath(archive, sha256);
    if (await isKept(archive, { sha256, size })) return { size, sha256, isNew: false };
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(half, path);
    await syncFile(dirname(path));
    return { size, sha256, isNew: true };
  } catch (error) {
    throw error instanceof Error ? explainWriteFault(error, half) : error;
  } finally {
    await rm(half, { force: true });
  }
}

async function isKept(archive: string, { sha256, size }: Pick<ListedFile, 'sha256' | 'size'>): Promise<boolean> {
  return (await stat(keptPath(archive, sha256)).catch(() => null))?.size === size;
}

/**
 * What the last backup knew of the files of a store, and what this one will know. Both are read and written once in the order of keys, so
 * that they take no memory.
 */
export class KnownFiles {
  readonly #archive: string;
  readonly #path: string;
  readonly #next: FileHandle;
  readonly #lines: AsyncGenerator<string>;
  #current: ListedFile | null = null;

  private constructor(archive: string, path: string, next: FileHandle) {
    this.#archive = archive;
    this.#path = path;
    this.#next = next;
    this.#lines = linesOf(path);
  }

  static async open(archive: string, store: string): Promise<KnownFiles> {
    const path = join(folderOf(archive), `known-${store}.jsonl`);
    await mkdir(folderOf(archive), { recursive: true, mode: 0o700 });
    return new KnownFiles(archive, path, await open(`${path}.half`, 'w', 0o600));
  }

  /** The file of this key if it is kept as it is now. */
  async find(key: string, { size, modified }: { size: number; modified: number }): Promise<ListedFile | null> {
    while (!this.#current || this.#current.key < key) {
      const { value, done } = await this.#lines.next();
      const read = done ? null : ListedFile.safeParse(parseLine(value));
      if (!read?.success) return null;
      this.#current = read.data;
    }
    const file = this.#current;
    const isSame = file.key === key && file.size === size && file.modified === modified;
    return isSame && (await isKept(this.#archive, file)) ? file : null;
  }

  async remember(file: ListedFile): Promise<void> {
    await this.#next.writeFile(`${JSON.stringify(file)}\n`);
  }

  /** Replaces the list, without waiting for the disk: it only saves work. */
  async save(): Promise<void> {
    await this.close();
    await rename(`${this.#path}.half`, this.#path);
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
    await this.#next.close();
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return;
  yield* createInterface({ input: createReadStream(path), crlfDelay: Infinity });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
