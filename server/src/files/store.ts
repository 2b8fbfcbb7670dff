import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readErrorCode } from '../thrown.ts';

/** A file of a store. */
export interface StoredFile {
  key: string;
  /** When it was written, in milliseconds. */
  writtenAt: number;
}

/** The photo store. Keys consist of lower-case letters, digits, `/`, `-`, `.` and `_`. */
export interface FileStore {
  /** Writes atomically and durably: after a crash the file is complete or not there (docs/faults.md S8). */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file into the store, atomically and durably. If it throws, the local file is still there. */
  moveIn(key: string, path: string): Promise<void>;
  /** The stream fails if the file does not exist. */
  read(key: string): Readable;
  /** Size in bytes, or null if the file does not exist. */
  size(key: string): Promise<number | null>;
  /** Size in bytes, and when the file was written in milliseconds since 1970; null if it does not exist. */
  stat(key: string): Promise<{ size: number; modified: number } | null>;
  /** Passes the path of a local file with the bytes to `use`, such as for image processing in a child process; valid only meanwhile. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** An unknown key counts as removed. */
  remove(key: string): Promise<void>;
  /** The files whose keys begin with a folder, or all of them, in no order. */
  list(folder?: string): AsyncGenerator<StoredFile>;
}

/** The code of errors of a store that does not answer now. */
export const STORE_UNAVAILABLE = 'ESTORE';

/** Throws for what is no key: nothing leads out of the store. */
export function requireKey(key: string): string {
  if (!/^[a-z0-9_./-]+$/.test(key) || key.includes('..') || key.startsWith('/')) throw new Error('Not a key of the photo store');
  return key;
}

/** A store in a local folder. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, requireKey(key));
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.half`;
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async moveIn(key, from) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(from, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(from, path);
      await syncFolder(dirname(path));
    },
    read: (key) => createReadStream(pathOf(key)),
    async size(key) {
      const found = await stat(pathOf(key)).catch(() => null);
      return found ? found.size : null;
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch(() => null);
      return found ? { size: found.size, modified: found.mtimeMs } : null;
    },
    withLocalFile: (key, use) => use(pathOf(key)),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    list: (within = '') => listFiles(folder, within),
  };
}

async function* listFiles(root: string, within: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(join(root, within)).catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for await (const entry of entries) {
    const key = join(within, entry.name);
    if (entry.isDirectory()) yield* listFiles(root, key);
    else if (entry.isFile()) {
      const found = await stat(join(root, key)).catch(() => null);
      if (found) yield { key, writtenAt: found.mtimeMs };
    }
  }
}

/** The SHA-256 of a stored file, in hexadecimal. Throws if it cannot be read. */
export async function hashStored(store: Pick<FileStore, 'read'>, key: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(store.read(key), hash);
  return hash.digest('hex');
}

/** The items of a list, at most so many at a time. */
export async function* inBatches<T>(items: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
