import { join } from 'node:path';
import { openDisk } from '../files/open.ts';
import { diskStore, type FileStore } from '../files/store.ts';

/** Files that belong in a backup. Uploads that are not finished, and what can be made again, do not. */
export interface BackupStore {
  name: string;
  files: FileStore;
  /** Whether a file is one of these, and not half of one or of a passing kind. */
  isKept(key: string): boolean;
}

/** What a key of a store consists of; a file that somebody put there by hand is none of Veld's. */
const KEY = /^[a-z0-9_./-]+$/;

/** The stores of a data folder: photos with their sizes, crops and portraits, the files of imports, and maps with their list. */
export function listStores(dataDir: string): BackupStore[] {
  return [
    {
      name: 'photos',
      files: openDisk({ DATA_DIR: dataDir }),
      isKept: (key) => KEY.test(key) && !key.endsWith('.half') && key !== 'store.id',
    },
    { name: 'imports', files: diskStore(join(dataDir, 'imports')), isKept: (key) => /^[0-9a-f-]{36}$/.test(key) },
    { name: 'maps', files: diskStore(join(dataDir, 'maps')), isKept: (key) => /^[a-z0-9_.-]+\.(?:json|pmtiles)$/.test(key) },
  ];
}

/** The keys of a store's files, in order. */
export async function listKept(store: BackupStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.files.list()) if (store.isKept(key)) keys.push(key);
  return keys.toSorted();
}
