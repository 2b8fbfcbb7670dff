import { isRecord, type RecordFilterInput, type WaitingOrder, WaitingRecord } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { CACHES } from '../../device/caches';
import { deviceSetting, validElements } from '../../device/device-setting';

/** How many records a batch has. */
export const BATCH_SIZE = 50;

/** What was asked of the server, which reads it again. */
export type BatchQuery = RecordFilterInput & { known?: '0' | '1' | undefined; order?: WaitingOrder | undefined };
const Query = z.custom<BatchQuery>(isRecord);

/**
 * Records kept on this device to identify them without a connection. `incomplete`: some pictures could not be fetched; `full`: there
 * was too little space for them.
 */
const Batch = z.object({
  query: Query,
  records: z.array(WaitingRecord),
  /** When the server sent the records, in milliseconds since 1970; the addresses of their pictures are valid for an hour. */
  at: z.number(),
  state: z.enum(['running', 'incomplete', 'full', 'done']),
  /** Addresses of pictures that the server does not have any more. */
  gone: z.array(z.string()),
});
export type KeptBatch = z.infer<typeof Batch>;

const batch = deviceSetting('kept_identifications', z.catch(z.nullable(Batch), null));

export const readBatch = (database: UserDatabase): Promise<KeptBatch | null> => batch.read(database);

export function putBatch(database: UserDatabase, kept: KeptBatch): Promise<void> {
  return batch.update(database, () => kept);
}

/** Changes the batch fetched at a time, unless it was deleted or replaced since. */
export function changeBatch(database: UserDatabase, at: number, change: Pick<KeptBatch, 'state' | 'gone'>): Promise<void> {
  return batch.update(database, (kept) => (kept?.at === at ? { ...kept, ...change } : kept));
}

export function deleteBatch(database: UserDatabase): Promise<void> {
  return batch.update(database, () => null);
}

/** The addresses of the largest pictures of a batch. */
export function pictureAddresses({ records }: Pick<KeptBatch, 'records'>): string[] {
  return [...new Set(records.flatMap(({ media }) => media.flatMap(({ urls }) => (urls ? [urls[1600]] : []))))];
}

/** Photos of other people's records that are kept on this device, which the service worker shows. */
export interface KeptPhotos {
  /** The sizes of the stored pictures in bytes, by address without signature. */
  sizes(): Promise<Map<string, number>>;
  /** Rejects with a `QuotaExceededError` if there is too little space. */
  put(address: string, picture: Blob): Promise<void>;
  /** Removes all pictures but these. */
  keepOnly(addresses: Iterable<string>): Promise<void>;
}

/** Null if this browser has no cache for pictures, as without HTTPS. */
export function cachedPhotos(): KeptPhotos | null {
  if (typeof caches === 'undefined') return null;
  const open = () => caches.open(CACHES.keptPhotos);
  return {
    async sizes() {
      const cache = await open();
      const found = new Map<string, number>();
      for (const { url } of await cache.keys()) {
        const length = (await cache.match(url))?.headers.get('content-length');
        if (length) found.set(photoAddress(url), Number(length));
      }
      return found;
    },
    async put(address, picture) {
      const headers = { 'content-type': picture.type, 'content-length': String(picture.size) };
      await (await open()).put(photoAddress(address), new Response(picture, { headers }));
    },
    async keepOnly(addresses) {
      const cache = await open();
      const needed = new Set([...addresses].map(photoAddress));
      for (const { url } of await cache.keys()) if (!needed.has(photoAddress(url))) await cache.delete(url);
    },
  };
}

/** An address without its signature, which changes hourly while the picture stays the same. */
export function photoAddress(address: string): string {
  const { origin, pathname } = new URL(address, globalThis.location?.origin);
  return origin + pathname;
}

/** Limit of the remembered records; those skipped first are forgotten first. */
const MAX_SKIPPED = 5000;

/** A record that the user did not want to identify, and when, in milliseconds since 1970. */
const Skip = z.object({ id: z.string(), at: z.number() });

const skips = deviceSetting('skipped_identifications', validElements(Skip));

/** Ids of the records that the user has skipped on this device since a time. */
export async function skippedRecords(database: UserDatabase, since = 0): Promise<Set<string>> {
  return new Set((await skips.read(database)).flatMap(({ id, at }) => (at >= since ? [id] : [])));
}

export function skipRecord(database: UserDatabase, id: string, now = Date.now()): Promise<void> {
  return skips.update(database, (all) => [...all.filter((one) => one.id !== id), { id, at: now }].slice(-MAX_SKIPPED));
}

export function unskipRecord(database: UserDatabase, id: string): Promise<void> {
  return skips.update(database, (all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : all));
}
