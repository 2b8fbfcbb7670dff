import { type ChunkedFile, getTileFile, getTileRequest, TILE_CHUNK_BYTES, type TileRequest } from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import { hashSha256 } from '../db/ids';
import { isNamed } from '../db/storage-errors';
import type { Clock } from '../device/clock';
import type { SettingsDatabase } from '../device/device-setting';
import { Pause } from '../device/pause';
import { requireRoom } from '../device/room';
import type { Api } from '../net/api';
import { backoff } from '../net/backoff';
import { CallError } from '../net/call-error';
import {
  bytesOfPack,
  changePack,
  findPack,
  idForDownload,
  type KeptPack,
  putPack,
  readPacks,
  removePack,
  findRequestId,
} from './kept-packs';
import type { PackFiles } from './pack-files';

/** A part may take long on a slow connection. */
const CHUNK_TIMEOUT_MS = 120_000;
/** So often the server is asked whether it has built something. */
const ASK_MS = 5_000;
/** So often in a row a part may arrive damaged. */
const MAX_DAMAGED = 3;

export interface DownloadParts {
  database: SettingsDatabase;
  api: Pick<Api, 'call'>;
  files: PackFiles;
  clock: Clock;
  /** Free space in bytes, as far as the browser knows; null if it does not. */
  free: () => Promise<number | null>;
  /** Runs `work` while no other tab does. */
  inOneTab: (work: () => Promise<void>) => Promise<void>;
  /** Called when an offline map is whole, or could not be built. */
  onEnd?: (pack: KeptPack, isStored: boolean) => void;
}

class Damaged extends Error {}

/**
 * Downloads offline maps, one after another, in parts that are checked and then stored. A part that is stored is never fetched again, so
 * that a download goes on where it was after a kill, a reload or without a connection.
 */
export class PackDownloads {
  /** What is downloaded now, and whether it waits for a connection. */
  readonly store = createStore<{ running: string | null; isWaiting: boolean }>(() => ({ running: null, isWaiting: false }));
  readonly #parts: DownloadParts;
  #run: Promise<void> | null = null;
  /** The download of one offline map. */
  #current: Promise<void> | null = null;
  readonly #pause: Pause;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
    this.#pause = new Pause(parts.clock);
  }

  /** Downloads an offline map, once the server has built it. One that is stored is replaced when the new one is whole. */
  async begin(request: TileRequest): Promise<void> {
    const { database, clock } = this.#parts;
    const at = clock.now();
    await putPack(database, { ...request, files: [] }, at, await idForDownload(database, request.id, at));
    await this.resume();
  }

  /** Goes on with everything that waits. */
  resume(): Promise<void> {
    // What was added while the last run ended is not forgotten.
    const run: Promise<void> = (this.#run ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#parts.inOneTab(() => this.#all()))
      .finally(() => {
        if (this.#run === run) this.#run = null;
        this.store.setState({ running: null, isWaiting: false });
      });
    this.#run = run;
    this.#pause.end();
    return run;
  }

  async pause(id: string): Promise<void> {
    await this.#setState(id, 'paused');
    this.#pause.end();
  }

  async goOn(id: string): Promise<void> {
    // A pause may not have taken effect yet.
    if (this.store.getState().running === id) await this.#current;
    await this.#setState(id, 'waiting');
    await this.resume();
  }

  /** Tries again at once, because the connection is back. */
  tryNow(): void {
    this.#pause.end();
  }

  /** Removes all versions of a map: at once, also while one waits for a part; what then still arrives is removed by its download. */
  async remove(requestId: string): Promise<void> {
    for (const pack of await readPacks(this.#parts.database)) if (findRequestId(pack) === requestId) await this.#remove(pack.id);
  }

  async #remove(id: string): Promise<void> {
    const { database, files } = this.#parts;
    await removePack(database, id);
    this.#pause.end();
    const isRunning = this.store.getState().running === id;
    await files.remove(id).catch((error: unknown) => {
      // Browsers do not remove a file that is being written.
      if (!isRunning) throw error;
    });
  }

  /** Removes parts that belong to no map, for example after the page was killed during a deletion. */
  async cleanUp(): Promise<void> {
    const { database, files } = this.#parts;
    const stored = await files.ids();
    const known = new Set((await readPacks(database)).map(({ id }) => id));
    for (const id of stored) if (!known.has(id)) await files.remove(id);
  }

  #setState(id: string, state: KeptPack['state']): Promise<void> {
    const at = this.#parts.clock.now();
    return changePack(this.#parts.database, id, (pack) => ({ ...pack, state, at }));
  }

  async #all(): Promise<void> {
    for (let failures = 0; ;) {
      const packs = await readPacks(this.#parts.database);
      // The oldest first.
      const next = packs.findLast(({ state }) => state === 'waiting');
      const asked = packs.filter(({ state }) => state === 'asked');
      if (next) {
        this.store.setState({ running: next.id, isWaiting: false });
        this.#current = this.#one(next.id);
        await this.#current;
        continue;
      }
      this.store.setState({ running: null, isWaiting: false });
      if (asked.length === 0) return;
      try {
        let isBuilt = false;
        for (const pack of asked) isBuilt = (await this.#askAbout(pack)) || isBuilt;
        failures = 0;
        if (!isBuilt) await this.#wait(ASK_MS);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        await this.#wait(backoff(++failures, error.retryAfter));
      }
    }
  }

  /** Asks what became of an offline map. False if the server still builds it. */
  async #askAbout(pack: KeptPack): Promise<boolean> {
    const { database, api, files, clock, onEnd } = this.#parts;
    const data = await api.call(getTileRequest, { params: { id: findRequestId(pack) } }).then(
      (answer) => answer.data,
      (error: unknown) => {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      },
    );
    if (data?.state === 'ready') {
      // Of another build of the same request.
      await files.remove(pack.id);
      await putPack(database, data, clock.now(), pack.id);
      return true;
    }
    if (data && data.state !== 'failed' && data.state !== 'expired') return false;
    await removePack(database, pack.id);
    if (data) onEnd?.(pack, false);
    return true;
  }

  /** Downloads until the map is no longer waiting. */
  async #one(id: string): Promise<void> {
    for (let failures = 0, damaged = 0; ;) {
      const pack = await findPack(this.#parts.database, id);
      if (!pack) return this.#parts.files.remove(id);
      if (pack.state !== 'waiting') return;
      try {
        if (await this.#step(pack)) return;
        failures = damaged = 0;
        this.store.setState({ isWaiting: false });
      } catch (error) {
        // It was deleted, perhaps while a part was written.
        if (!(await findPack(this.#parts.database, id))) continue;
        if (error instanceof Damaged) {
          if (++damaged >= MAX_DAMAGED) return this.#setState(id, 'damaged');
        } else if (isNamed(error, ['QuotaExceededError', 'StorageFull'])) return this.#setState(id, 'full');
        else if (error instanceof CallError && (error.status === 404 || error.status === 410)) return this.#setState(id, 'gone');
        else if (error instanceof CallError) await this.#wait(backoff(++failures, error.retryAfter));
        else {
          await this.#setState(id, 'paused');
          throw error;
        }
      }
    }
  }

  /** Fetches and stores the next part. True once everything is there. */
  async #step(pack: KeptPack): Promise<boolean> {
    const { database, files, clock, onEnd } = this.#parts;
    let stored_bytes = 0;
    for (const file of pack.files) {
      const sizes = await files.sizes(pack.id, file.layer);
      const missing = file.chunks.findIndex((_, number) => sizes.get(number) !== sizeOf(file, number));
      if (missing >= 0) {
        await this.#fetch(pack, file, missing);
        const before = [...sizes].filter(([number]) => number !== missing).reduce((sum, [, size]) => sum + size, 0);
        await changePack(database, pack.id, (now) => ({ ...now, stored_bytes: stored_bytes + before + sizeOf(file, missing) }));
        return false;
      }
      stored_bytes += file.bytes;
    }
    const whole = { ...pack, state: 'stored' as const, stored_bytes: bytesOfPack(pack), at: clock.now() };
    await changePack(database, pack.id, (now) => (now.state === 'waiting' ? whole : now));
    if ((await findPack(database, pack.id))?.state !== 'stored') return true;
    for (const older of await readPacks(database))
      if (older.id !== pack.id && findRequestId(older) === findRequestId(pack)) await this.#remove(older.id);
    onEnd?.(whole, true);
    return true;
  }

  async #fetch(pack: KeptPack, file: ChunkedFile, number: number): Promise<void> {
    const { api, files } = this.#parts;
    requireRoom(await this.#parts.free());
    const first = number * TILE_CHUNK_BYTES;
    const range = `bytes=${first}-${first + sizeOf(file, number) - 1}`;
    const input = { params: { id: findRequestId(pack), layer: file.layer }, headers: { range, 'if-range': `"${file.sha256}"` } };
    const bytes: ArrayBuffer = await api.call(getTileFile, input, { timeout: CHUNK_TIMEOUT_MS });
    if (bytes.byteLength !== sizeOf(file, number) || (await hashSha256(bytes)) !== file.chunks[number]) throw new Damaged();
    await files.write({ id: pack.id, layer: file.layer, number }, new Uint8Array(bytes));
  }

  async #wait(ms: number): Promise<void> {
    this.store.setState({ isWaiting: true });
    await this.#pause.wait(ms);
  }
}

function sizeOf({ bytes }: ChunkedFile, number: number): number {
  return Math.min(TILE_CHUNK_BYTES, bytes - number * TILE_CHUNK_BYTES);
}
