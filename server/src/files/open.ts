import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { s3Store } from './s3.ts';
import { diskStore, type FileStore } from './store.ts';

type Places = Pick<Config, 'DATA_DIR' | 'S3_URL'>;

/** The photo store on the disk. */
export const openDisk = ({ DATA_DIR }: Pick<Places, 'DATA_DIR'>): FileStore => diskStore(join(DATA_DIR, 'photos'));

/** The photo store in the bucket of `S3_URL`; null without the setting. */
export const openBucket = ({ DATA_DIR, S3_URL }: Places): FileStore | null => (S3_URL ? s3Store(S3_URL, join(DATA_DIR, 'work')) : null);

/** The photo store of the settings. With a bucket, files that are still on the disk are found there. */
export function openFiles(places: Places): FileStore {
  const bucket = openBucket(places);
  return bucket ? joinStores(bucket, openDisk(places)) : openDisk(places);
}

/** A store that writes to `main`, and finds in `rest` what was written there before. */
function joinStores(main: FileStore, rest: FileStore): FileStore {
  const holder = async (key: string) => ((await rest.size(key)) === null ? main : rest);
  return {
    async write(key, bytes) {
      await main.write(key, bytes);
      await rest.remove(key);
    },
    async moveIn(key, path) {
      await main.moveIn(key, path);
      await rest.remove(key);
    },
    read: (key) => Readable.from(readFrom(holder(key), key), { objectMode: false }),
    size: async (key) => (await rest.size(key)) ?? main.size(key),
    stat: async (key) => (await rest.stat(key)) ?? main.stat(key),
    withLocalFile: async (key, use) => (await holder(key)).withLocalFile(key, use),
    async remove(key) {
      await rest.remove(key);
      await main.remove(key);
    },
    async *list(folder) {
      yield* rest.list(folder);
      yield* main.list(folder);
    },
  };
}

async function* readFrom(holder: Promise<FileStore>, key: string): AsyncGenerator<Uint8Array> {
  yield* (await holder).read(key) as AsyncIterable<Uint8Array>;
}
