import { RowChunk } from './row-chunk.ts';

/** Thrown where a chunk is needed that is not in memory; the cache knows which, and the task is asked again after loading. */
class CacheMiss extends Error {
  override readonly name = 'CacheMiss';
}
const CACHE_MISS = new CacheMiss('Chunks of the taxonomy are not in memory');

export function isCacheMiss(error: unknown): boolean {
  return error === CACHE_MISS;
}

/** Reads chunks by their numbers, in the order asked for. Rejects where one is missing or damaged. */
export type FetchChunks = (kind: 'index' | 'rows', numbers: readonly number[]) => Promise<Uint8Array[]>;

/** Chunks that need not be waited for. */
export interface SyncChunks {
  /** A whole chunk; null where it is not here, or not what was written. Bytes of rows are good until the next call only. */
  read(kind: 'index' | 'rows', number: number): Uint8Array | null;
  /** A part of a chunk of rows that was read before, in bytes from its beginning; good until the next call. Null where it is not here any more. */
  readRange(number: number, from: number, to: number): Uint8Array | null;
}

/** A chunk in memory. */
export interface CacheEntry {
  bytes: Uint8Array;
  rows: RowChunk | null;
  used: number;
  weight: number;
  drop: () => void;
}

/**
 * Keeps the chunks that were used last, of all segments together, within a budget. Searches are plain functions over what
 * is here; `run` loads what they lack and asks again.
 */
export class ChunkCache {
  readonly #budget: number;
  readonly #entry = new Set<CacheEntry>();
  readonly #missing = new Map<SegmentChunks, Set<string>>();
  #bytes = 0;
  #clock = 0;

  /** In bytes. */
  constructor(budget = 64 * 1024 * 1024) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Answers at once where everything is in memory. */
  run<T>(work: () => T, shouldContinue: () => boolean = () => true): T | Promise<T> {
    try {
      const answer = work();
      this.#trim();
      return answer;
    } catch (error) {
      if (error !== CACHE_MISS) throw error;
    }
    return this.#loadAndRun(work, shouldContinue);
  }

  async #loadAndRun<T>(work: () => T, shouldContinue: () => boolean): Promise<T> {
    if (!shouldContinue()) {
      this.#missing.clear();
      throw new QueryAborted('A newer task was asked');
    }
    const missing = [...this.#missing];
    this.#missing.clear();
    await Promise.all(missing.map(([chunks, keys]) => chunks.load(keys)));
    return this.run(work, shouldContinue);
  }

  /** Whether it may soon have to be decided what is let go. */
  get isTight(): boolean {
    return this.#bytes > this.#budget * 0.6;
  }

  /** Whether more may be read ahead without pushing out what was asked for. */
  get hasRoom(): boolean {
    return this.#bytes < this.#budget * 0.6;
  }

  /** Notes what is needed, without giving up yet: more may be. */
  recordMiss(chunks: SegmentChunks, key: string): void {
    const keys = this.#missing.get(chunks);
    if (keys === undefined) this.#missing.set(chunks, new Set([key]));
    else keys.add(key);
  }

  /** Gives up where something was flags. */
  throwIfMissing(): void {
    if (this.#missing.size > 0) throw CACHE_MISS;
  }

  touch(entry: CacheEntry): void {
    entry.used = ++this.#clock;
  }

  add(entry: CacheEntry): void {
    this.#entry.add(entry);
    this.#bytes += entry.weight;
    this.touch(entry);
  }

  remove(entry: CacheEntry): void {
    if (this.#entry.delete(entry)) this.#bytes -= entry.weight;
  }

  /** Only between tasks, so that one task can have all it needs at once. */
  #trim(): void {
    if (this.#bytes <= this.#budget) return;
    const all = [...this.#entry].toSorted((a, b) => a.used - b.used);
    // Columns of rows are the last to go: they are small, and to have them again a whole chunk is read.
    for (const entry of [...all.filter(({ bytes }) => bytes.length > 0), ...all.filter(({ bytes }) => bytes.length === 0)]) {
      if (this.#bytes <= this.#budget * 0.9) break;
      entry.drop();
      this.remove(entry);
    }
  }
}

/** Runs tasks that may lack chunks one after another, so that all they lack is loaded together. */
export function runAll<T>(tasks: readonly (() => T)[], cache: ChunkCache | null): T[] {
  const answers: T[] = [];
  let hasMiss = false;
  for (const task of tasks) {
    try {
      answers.push(task());
    } catch (error) {
      if (error !== CACHE_MISS || cache === null) throw error;
      hasMiss = true;
    }
  }
  if (hasMiss) throw CACHE_MISS;
  return answers;
}

export class QueryAborted extends Error {
  override readonly name = 'QueryAborted';
}

const NO_BYTES = new Uint8Array();

/** Chunks that are read ahead together: a task in between waits for these at most. */
const PREFETCH_BATCH = 12;

/** The chunks of one segment: all of them in memory, or read from where they are stored. */
export class SegmentChunks {
  readonly cache: ChunkCache | null;
  readonly #fetch: FetchChunks | null;
  #sync: SyncChunks | null;
  readonly #index = new Map<number, CacheEntry>();
  readonly #rows = new Map<number, CacheEntry>();

  /** With `cache` null everything is in memory: see `inMemory`. What is at hand need not be fetched. */
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

  /** The bytes of an index made in memory, over rows that are stored. */
  static ofIndex(index: readonly Uint8Array[], cache: ChunkCache, fetch: FetchChunks): SegmentChunks {
    const chunks = new SegmentChunks(cache, fetch);
    for (const [number, bytes] of index.entries()) {
      chunks.#index.set(number, { bytes, rows: null, used: 0, weight: bytes.length, drop: () => {} });
    }
    return chunks;
  }

  /** Whether a chunk costs little more where it is not in memory than where it is. */
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

  /** Keeps what was put together from expansions chunks as if it were one of them. */
  addDerived(bytes: Uint8Array, drop: () => void): CacheEntry {
    const entry = { bytes, rows: null, used: 0, weight: bytes.length, drop };
    this.cache?.add(entry);
    return entry;
  }

  /** Notes chunks that will be needed and are not here. */
  requestIndex(number: number): void {
    if (this.#sync === null && !this.#index.has(number)) this.cache?.recordMiss(this, `i${number}`);
  }

  requestRows(number: number): void {
    if (this.#sync === null && !this.#rows.has(number)) this.cache?.recordMiss(this, `r${number}`);
  }

  /** Reads ahead what is not here, as far as there is room, some chunks at a time. */
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

  /** What was at hand is fetched from now on, as it is where a chunk is missing. */
  #miss(key: string): never {
    this.#sync = null;
    if (this.cache === null) throw new RangeError(`No chunk ${key}`);
    this.cache.recordMiss(this, key);
    throw CACHE_MISS;
  }

  /** Of rows at hand only the columns are kept: each answer is of another chunk, and its text is read by itself. */
  #addColumns(number: number, bytes: Uint8Array): CacheEntry {
    const rows = new RowChunk(bytes, (from, to) => {
      const part = this.#sync?.readRange(number, from, to) ?? null;
      if (part !== null) return part;
      // The chunk is fetched as a whole.
      this.#rows.delete(number);
      this.cache?.remove(entry);
      return this.#miss(`r${number}`);
    });
    const entry = this.#add(this.#rows, number, NO_BYTES, rows.weight);
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
