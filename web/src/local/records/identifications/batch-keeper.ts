import { listWaiting, type ReplyOf, type WaitingRecord } from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import type { UserDatabase } from '../../db/database';
import { isNamed } from '../../db/storage-errors';
import { RESERVE_BYTES } from '../../device/room';
import type { Api } from '../../net/api';
import { ANSWER_MS } from '../../outbox/pending-changes';
import {
  BATCH_SIZE,
  type BatchQuery,
  changeBatch,
  deleteBatch,
  type KeptBatch,
  pictureAddresses,
  putBatch,
  readBatch,
  type KeptPhotos,
  photoAddress,
  skippedRecords,
} from './batch';
import { identifiedRecords } from '../../changes/identifications';

/** Pages that are asked for at most, because records that were skipped on this device are left out. */
const MAX_PAGES = 5;
/** Signed addresses are valid for at least an hour. */
const FRESH_MS = 50 * 60_000;

export interface BatchParts {
  database: UserDatabase;
  api: Pick<Api, 'call'>;
  photos: KeptPhotos;
  /** The picture at an address; null if the server does not have it. Rejects without a connection. */
  fetchPicture: (address: string) => Promise<Blob | null>;
  /** Free space in bytes, as far as the browser knows; null if it does not. */
  free: () => Promise<number | null>;
  now: () => number;
}

/** What is stored of the pictures of a batch. */
export interface BatchProgress {
  stored: number;
  bytes: number;
}

/**
 * Keeps records that wait for identification on this device, with their pictures. Each picture is stored at once, and what is stored
 * is not fetched again, so that it goes on where it was after a reload or without a connection.
 */
export class BatchKeeper {
  readonly store = createStore<BatchProgress>(() => ({ stored: 0, bytes: 0 }));
  readonly #parts: BatchParts;
  #active: Promise<void> | null = null;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  /**
   * Replaces the batch by the first records that wait for a query, and resolves with their number. If there are none, or they cannot
   * be fetched, which rejects, the former batch stays.
   */
  async keep(query: BatchQuery): Promise<number> {
    const at = this.#parts.now();
    const records = await this.#waiting(query);
    if (records.length === 0) return 0;
    await putBatch(this.#parts.database, { query, records, at, state: 'running', gone: [] });
    // The pictures of the former batch may still be fetched.
    await this.#active;
    await this.resume();
    return records.length;
  }

  /** Fetches the pictures that are missing. */
  resume(): Promise<void> {
    this.#active ??= this.#run().finally(() => (this.#active = null));
    return this.#active;
  }

  /** Reads how much of the batch is stored. */
  async measure(): Promise<void> {
    this.#show(await this.#parts.photos.sizes());
  }

  async remove(): Promise<void> {
    await deleteBatch(this.#parts.database);
    await this.#active;
    await this.#parts.photos.keepOnly([]);
    this.store.setState({ stored: 0, bytes: 0 });
  }

  /** Pages of the server until there are enough records, without those that the user has skipped or identified here. */
  async #waiting(query: BatchQuery): Promise<WaitingRecord[]> {
    const { api, database, now } = this.#parts;
    const [skipped, identified] = await Promise.all([skippedRecords(database), identifiedRecords(database, now() - ANSWER_MS)]);
    const found: WaitingRecord[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && found.length < BATCH_SIZE; page++) {
      const answer: ReplyOf<typeof listWaiting> = await api.call(listWaiting, { query: { ...query, limit: BATCH_SIZE, cursor } });
      found.push(...answer.data.filter(({ id }) => !skipped.has(id) && !identified.has(id)));
      if (answer.next_cursor === null) break;
      cursor = answer.next_cursor;
    }
    return found.slice(0, BATCH_SIZE);
  }

  async #run(): Promise<void> {
    const { database, photos, now } = this.#parts;
    const kept = await readBatch(database);
    if (!kept) return;
    const addresses = pictureAddresses(kept);
    await photos.keepOnly(addresses);
    const sizes = await photos.sizes();
    this.#show(sizes);
    const gone = new Set(kept.gone);
    const missing = addresses.filter((address) => !sizes.has(photoAddress(address)) && !gone.has(photoAddress(address)));
    let state: KeptBatch['state'] = missing.length > 0 && now() - kept.at > FRESH_MS ? 'incomplete' : 'done';
    for (const address of state === 'done' ? missing : []) {
      if ((await readBatch(database))?.at !== kept.at) return;
      const outcome = await this.#fetch(address, sizes);
      if (outcome === 'gone') gone.add(photoAddress(address));
      else if (outcome !== 'stored') {
        state = outcome;
        break;
      }
    }
    if (state !== kept.state || gone.size !== kept.gone.length) await changeBatch(database, kept.at, { state, gone: [...gone] });
  }

  async #fetch(address: string, sizes: Map<string, number>): Promise<'stored' | 'gone' | 'full' | 'incomplete'> {
    const { photos, fetchPicture, free } = this.#parts;
    const room = await free();
    if (room !== null && room < RESERVE_BYTES) return 'full';
    try {
      const picture = await fetchPicture(address);
      if (!picture) return 'gone';
      await photos.put(address, picture);
      sizes.set(photoAddress(address), picture.size);
      this.#show(sizes);
      return 'stored';
    } catch (error) {
      return isNamed(error, ['QuotaExceededError', 'StorageFull']) ? 'full' : 'incomplete';
    }
  }

  #show(sizes: ReadonlyMap<string, number>): void {
    this.store.setState({ stored: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) });
  }
}

/** Fetches a picture past the caches of the service worker and the browser, which would keep it a second time. */
export async function fetchPicture(address: string): Promise<Blob | null> {
  const response = await fetch(address, { cache: 'no-store' });
  if (response.status === 403 || response.status === 404) return null;
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}`);
  return response.blob();
}
