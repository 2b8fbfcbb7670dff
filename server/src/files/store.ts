import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** The photo store. Keys consist of lower-case letters, digits, `/`, `-`, `.` and `_`. */
export interface FileStore {
  /** Writes atomically and durably: temporary file, fsync, rename, fsync of the folder (docs/faults.md S8). */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file into the store, atomically and durably. */
  moveIn(key: string, path: string): Promise<void>;
  read(key: string): Readable;
  /** Size in bytes, or null if the file does not exist. */
  size(key: string): Promise<number | null>;
  /** The local path, for image processing in a child process. */
  localPath(key: string): string;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<string[]>;
}

/** A store in a local folder. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!/^[a-z0-9_./-]+$/.test(key) || key.includes('..') || key.startsWith('/')) throw new Error('Not a key of the photo store');
    return join(folder, key);
  };
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
    localPath: pathOf,
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async list(prefix) {
      const found = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
      return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
