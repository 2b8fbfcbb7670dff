import { RowChunk } from './row-chunk.ts';

/** Thrown when a chunk is not in memory. The cache has recorded which; the task runs again once it is loaded. */
class CacheMiss extends Error {
  override readonly name = 'CacheMiss';
}
const CACHE_MISS = new CacheMiss('Taxonomy chunks are not in memory');

export function isCacheMiss(error: unknown): boolean {
  return error === CACHE_MISS;
}

/** Reads chunks by number, in the order given. Rejects if one is missing or damaged. */
export type FetchChunks = (kind: 'index' | 'rows', numbers: readonly number[]) => Promise<Uint8Array[]>;

/** A synchronous source of chunks, such as a file with a sync access handle. */
export interface SyncChunks {
  /** A whole chunk, or null if it is absent or fails its checksum. Row bytes are valid only until the next call. */
  read(kind: 'index' | 'rows', number: number): Uint8Array | null;
  /** A byte range of a row chunk that was read before, valid until the next call. Null if the chunk is gone. */
  readRange(number: number, from: number, to: number): Uint8Array | null;
}

/** A chunk in memory. `weight` are the bytes counted against the budget. */
export interface CacheEntry {
  bytes: Uint8Array;
  rows: RowChunk | null;
  used: number;
  weight: number;
  drop: () => void;
}

/**
 * An LRU cache of chunks with a byte budget, shared by all segments. Searches are synchronous functions over cached chunks; `run` loads
 * the chunks that a search misses and repeats the search.
 */
export class ChunkCache {
  readonly #budget: number;
  readonly #entries = new Set<CacheEntry>();
  readonly #missing = new Map<SegmentChunks, Set<string>>();
  #bytes = 0;
  #clock = 0;

  /** `budget` is in bytes. */
  constructor(budget = 64 * 1024 * 1024) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Runs `work`. Returns its result synchronously if every chunk is in memory. Rejects with `QueryAborted` if `shouldContinue`
   * returns false when chunks must be loaded.
   */
  run<T>(work: () => T, shouldContinue: () => boolean = () => true): T | Promise<T> {
    try {
      const result = work();
      this.#trim();
      return result;
    } catch (error) {
      if (error !== CACHE_MISS) throw error;
    }
    return this.#loadAndRun(work, shouldContinue);
  }

  async #loadAndRun<T>(work: () => T, shouldContinue: () => boolean): Promise<T> {
    if (!shouldContinue()) {
      this.#missing.clear();
      throw new QueryAborted('The query was superseded');
    }
    const missing = [...this.#missing];
    this.#missing.clear();
    await Promise.all(missing.map(([chunks, keys]) => chunks.load(keys)));
    return this.run(work, shouldContinue);
  }

  /** Whether the cache is nearly full, so that reading more rows may evict chunks that are still needed. */
  get isTight(): boolean {
    return this.#bytes > this.#budget * 0.6;
  }

  /** Whether prefetching may continue without evicting chunks that queries requested. */
  get hasRoom(): boolean {
    return this.#bytes < this.#budget * 0.6;
  }

  /** Records a missing chunk without throwing, so that a task can collect all its misses first. */
  recordMiss(chunks: SegmentChunks, key: string): void {
    const keys = this.#missing.get(chunks);
    if (keys === undefined) this.#missing.set(chunks, new Set([key]));
    else keys.add(key);
  }

  /** Throws if misses were recorded. */
  throwIfMissing(): void {
    if (this.#missing.size > 0) throw CACHE_MISS;
  }

  touch(entry: CacheEntry): void {
    entry.used = ++this.#clock;
  }

  add(entry: CacheEntry): void {
    this.#entries.add(entry);
    this.#bytes += entry.weight;
    this.touch(entry);
  }

  remove(entry: CacheEntry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.weight;
  }

  /** Evicts chunks beyond the budget. Runs only between tasks, so that a task keeps everything it needs. */
  #trim(): void {
    if (this.#bytes <= this.#budget) return;
    const all = [...this.#entries].toSorted((a, b) => a.used - b.used);
    // Evict row columns last: they are small, and restoring them means reading a whole chunk.
    for (const entry of [...all.filter(({ bytes }) => bytes.length > 0), ...all.filter(({ bytes }) => bytes.length === 0)]) {
      if (this.#bytes <= this.#budget * 0.9) break;
      entry.drop();
      this.remove(entry);
    }
  }
}

/** Runs all tasks even if some miss, so that all missing chunks are loaded together. */
export function runAll<T>(tasks: readonly (() => T)[], cache: ChunkCache | null): T[] {
  const results: T[] = [];
  let hasMiss = false;
  for (const task of tasks) {
    try {
      results.push(task());
    } catch (error) {
      if (error !== CACHE_MISS || cache === null) throw error;
      hasMiss = true;
    }
  }
  if (hasMiss) throw CACHE_MISS;
  return results;
}

/** Rejection of a query that was superseded while it needed chunks. */
export class QueryAborted extends Error {
  override readonly name = 'QueryAborted';
}

const NO_BYTES = new Uint8Array();

/** Chunks per prefetch request. A query in between waits for at most one batch. */
const PREFETCH_BATCH = 12;

/** The chunks of one segment, either all in memory or loaded through a cache. */
export class SegmentChunks {
  readonly cache: ChunkCache | null;
  readonly #fetch: FetchChunks | null;
  #sync: SyncChunks | null;
  readonly #index = new Map<number, CacheEntry>();
  readonly #rows = new Map<number, CacheEntry>();

  /** Without `cache` everything is in memory, see `inMemory`. `sync`, if given, is tried before `fetch`. */
  constructor(cache: ChunkCache | null, fetch: FetchChunks | null, sync: SyncChunks | null = null) {
    this.cache = cache;
    this.#fetch = fetch;
    this.#sync = sync;
  }

  static inMemory(index: readonly Uint8Array[], rows: ReadonlyMap<number, Uint8Array>): SegmentChunks {
    const chunks = new SegmentChunks(null, null);
    for (const [number, bytes] of index.entries()) chunks.#add(chunks.#index, number, bytes);
    for (const [number, bytes] of rows) chunks.#add(chunks.#rows, number, bytes);
    return chunks;
  }

  /** An index in memory over stored rows. */
  static ofIndex(index: readonly Uint8Array[], cache: ChunkCache, fetch: FetchChunks): SegmentChunks {
    const chunks = new SegmentChunks(cache, fetch);
    for (const [number, bytes] of index.entries()) {
      chunks.#index.set(number, { bytes, rows: null, used: 0, weight: bytes.length, drop: () => {} });
    }
    return chunks;
  }

  /** Whether reading an uncached chunk is about as cheap as a cached one. */
  get readsAreCheap(): boolean {
    return this.#sync !== null || this.cache?.isTight !== true;
  }

  index(number: number): Uint8Array {
    const entry = this.#index.get(number) ?? this.#readSync('index', this.#index, number);
    this.cache?.touch(entry);
    return entry.bytes;
  }

  rows(number: number): RowChunk {
    const entry = this.#rows.get(number) ?? this.#readSync('rows', this.#rows, number);
    this.cache?.touch(entry);
    entry.rows ??= new RowChunk(entry.bytes);
    return entry.rows;
  }

  /** Caches bytes assembled from several chunks as if they were a chunk. */
  addDerived(bytes: Uint8Array, drop: () => void): CacheEntry {
    const entry = { bytes, rows: null, used: 0, weight: bytes.length, drop };
    this.cache?.add(entry);
    return entry;
  }

  /** Records the chunk as missing if it is not in memory. */
  requestIndex(number: number): void {
    if (this.#sync === null && !this.#index.has(number)) this.cache?.recordMiss(this, `i${number}`);
  }

  requestRows(number: number): void {
    if (this.#sync === null && !this.#rows.has(number)) this.cache?.recordMiss(this, `r${number}`);
  }

  /** Loads chunks that are not in memory, batch by batch, while the cache has room. */
  async prefetch(index: number, rows: readonly number[]): Promise<void> {
    if (this.#sync !== null) return;
    const keys = [...Array.from({ length: index }, (_, chunk) => `i${chunk}`), ...rows.map((number) => `r${number}`)].filter((key) =>
      key.startsWith('i') ? !this.#index.has(Number(key.slice(1))) : !this.#rows.has(Number(key.slice(1))),
    );
    for (let at = 0; at < keys.length && this.cache?.hasRoom === true; at += PREFETCH_BATCH) {
      await this.load(new Set(keys.slice(at, at + PREFETCH_BATCH)));
    }
  }

  async load(keys: ReadonlySet<string>): Promise<void> {
    const index: number[] = [];
    const rows: number[] = [];
    for (const key of keys) (key.startsWith('i') ? index : rows).push(Number(key.slice(1)));
    await Promise.all([this.#load('index', this.#index, index), this.#load('rows', this.#rows, rows)]);
  }

  async #load(kind: 'index' | 'rows', into: Map<number, CacheEntry>, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0 || this.#fetch === null) return;
    const found = await this.#fetch(kind, numbers);
    for (const [at, number] of numbers.entries()) {
      const bytes = found[at];
      if (bytes !== undefined && !into.has(number)) this.#add(into, number, bytes);
    }
  }

  #readSync(kind: 'index' | 'rows', into: Map<number, CacheEntry>, number: number): CacheEntry {
    const bytes = this.#sync?.read(kind, number) ?? null;
    if (bytes !== null) return kind === 'index' ? this.#add(into, number, bytes) : this.#addColumns(number, bytes);
    return this.#miss(`${kind === 'index' ? 'i' : 'r'}${number}`);
  }

  /** Falls back from the synchronous source to fetching, because a chunk is missing or damaged there. */
  #miss(key: string): never {
    this.#sync = null;
    if (this.cache === null) throw new RangeError(`Chunk ${key} is missing`);
    this.cache.recordMiss(this, key);
    throw CACHE_MISS;
  }

  /** Keeps only the columns of row chunks from a synchronous source, and reads text by line, because each hit is in another chunk. */
  #addColumns(number: number, bytes: Uint8Array): CacheEntry {
    const rows = new RowChunk(bytes, (from, to) => {
      const part = this.#sync?.readRange(number, from, to) ?? null;
      if (part !== null) return part;
      // Fetch the whole chunk instead.
      this.#rows.delete(number);
      this.cache?.remove(entry);
      return this.#miss(`r${number}`);
    });
    const entry = this.#add(this.#rows, number, NO_BYTES, rows.retainedBytes);
    entry.rows = rows;
    return entry;
  }

  #add(into: Map<number, CacheEntry>, number: number, bytes: Uint8Array, weight = bytes.length): CacheEntry {
    const entry = { bytes, rows: null, used: 0, weight, drop: () => into.delete(number) };
    into.set(number, entry);
    this.cache?.add(entry);
    return entry;
  }
}
