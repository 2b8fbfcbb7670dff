import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { ObjectPlace } from './object-place.ts';
import { type FileStore, requireKey, STORE_UNAVAILABLE, type StoredFile } from './store.ts';

/** Larger files are sent in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024;

interface Limits {
  /** Of one request without the bytes of a file, in milliseconds. */
  shortMs: number;
  /** Of a request with the bytes of a file, or of one part. */
  longMs: number;
}
const LIMITS: Limits = { shortMs: 15_000, longMs: 300_000 };
const PAGE = 1000;

/** The file is not in the store. Has the code of a missing file on a disk. */
class MissingObject extends Error {
  readonly code = 'ENOENT';
  constructor(key: string) {
    super(`No file ${key} in the object store`);
  }
}

/** The service did not answer, or refused: another attempt may succeed. */
class StoreUnavailable extends Error {
  readonly code = STORE_UNAVAILABLE;
  constructor(cause: unknown) {
    super(`The object store failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new StoreUnavailable(error);
  }
}

/**
 * A store in a bucket of a service with Amazon's S3 protocol. What is written arrives with its SHA-256, by which the service refuses other
 * bytes, and is then asked for its length; a service that does not answer makes a write fail, and nothing is removed here. `workFolder` is
 * for the local files that others read.
 */
export function s3Store({ endpoint, ...keys }: ObjectPlace, workFolder: string, limits: Limits = LIMITS): FileStore {
  const open = (requestAbortTimeout: number) => new S3mini({ ...keys, endpoint, requestAbortTimeout, minPartSize: PART_BYTES });
  const short = open(limits.shortMs);
  const long = open(limits.longMs);

  async function size(key: string): Promise<number | null> {
    return ask(
      short.getContentLength(requireKey(key)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    );
  }

  async function put(key: string, data: Blob | Uint8Array, sha256: string): Promise<void> {
    const length = data instanceof Blob ? data.size : data.byteLength;
    // Of a file in parts, services take the hash of each part only.
    const headers = length <= PART_BYTES ? { 'x-amz-checksum-sha256': sha256 } : undefined;
    await ask(long.putAnyObject(requireKey(key), data, 'application/octet-stream', undefined, headers, length));
    const stored = await size(key);
    if (stored !== length) throw new StoreUnavailable(`it has ${stored} bytes of ${key} instead of ${length}`);
  }

  async function* readParts(key: string): AsyncGenerator<Uint8Array> {
    const response = await ask(long.getObjectResponse(requireKey(key)));
    if (!response?.body) throw new MissingObject(key);
    try {
      yield* response.body;
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }

  const read = (key: string) => Readable.from(readParts(key), { objectMode: false });

  return {
    write: (key, bytes) => put(key, bytes, createHash('sha256').update(bytes).digest('base64')),
    async moveIn(key, path) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      await put(key, await openAsBlob(path), hash.digest('base64'));
      await rm(path, { force: true });
    },
    read,
    size,
    async stat(key) {
      const page = await ask(short.listObjectsPaged('/', requireKey(key), 1));
      const found = page?.objects?.find((object) => object.Key === key);
      return found ? { size: found.Size, modified: new Date(found.LastModified).getTime() } : null;
    },
    async withLocalFile(key, use) {
      await mkdir(workFolder, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(workFolder, 'object-'));
      try {
        const path = join(folder, 'file');
        await pipeline(read(key), createWriteStream(path, { mode: 0o600 }));
        return await use(path);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async remove(key) {
      // Services answer 204 for what is not there, some of them 404.
      await ask(
        short.deleteObject(requireKey(key)).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        }),
      );
    },
    list: (folder = '') => listObjects(short, folder),
  };
}

async function* listObjects(client: S3mini, folder: string): AsyncGenerator<StoredFile> {
  let token: string | undefined;
  do {
    const page = await ask(client.listObjectsPaged('/', folder === '' ? '' : `${folder}/`, PAGE, token));
    if (!page) throw new StoreUnavailable('its bucket does not exist');
    for (const { Key: key, LastModified } of page.objects ?? []) yield { key, writtenAt: new Date(LastModified).getTime() };
    token = page.nextContinuationToken;
  } while (token !== undefined);
}

function isMissing(error: unknown): boolean {
  const fault = error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : error;
  return fault instanceof S3ServiceError && fault.status === 404;
}
