import { RowPiece } from './row-chunk.ts';

/** Thrown where a piece is needed that is not in memory; the cache knows which, and the question is asked again after loading. */
class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}
const NOT_LOADED = new NotLoaded('Pieces of the taxonomy are not in memory');

export function isNotLoaded(error: unknown): boolean {
  return error === NOT_LOADED;
}

/** Reads pieces by their numbers, in the order asked for. Rejects where one is missing or damaged. */
export type FetchPieces = (kind: 'index' | 'rows', numbers: readonly number[]) => Promise<Uint8Array[]>;

/** Pieces that need not be waited for. */
export interface PiecesAtHand {
  /** A whole piece; null where it is not here, or not what was written. Bytes of rows are good until the next call only. */
  read(kind: 'index' | 'rows', number: number): Uint8Array | null;
  /** A part of a piece of rows that was read before, in bytes from its beginning; good until the next call. Null where it is not here any more. */
  readPart(number: number, from: number, to: number): Uint8Array | null;
}

/** A piece in memory. */
export interface Held {
  bytes: Uint8Array;
  rows: RowPiece | null;
  used: number;
  weight: number;
  drop: () => void;
}

/**
 * Keeps the pieces that were used last, of all segments together, within a budget. Searches are plain functions over what
 * is here; `run` loads what they lack and asks again.
 */
export class PieceCache {
  readonly #budget: number;
  readonly #held = new Set<Held>();
  readonly #lacking = new Map<SegmentPieces, Set<string>>();
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
  run<T>(work: () => T, isWanted: () => boolean = () => true): T | Promise<T> {
    try {
      const answer = work();
      this.#trim();
      return answer;
    } catch (error) {
      if (error !== NOT_LOADED) throw error;
    }
    return this.#runWith(work, isWanted);
  }

  async #runWith<T>(work: () => T, isWanted: () => boolean): Promise<T> {
    if (!isWanted()) {
      this.#lacking.clear();
      throw new NoLongerWanted('A newer question was asked');
    }
    const lacking = [...this.#lacking];
    this.#lacking.clear();
    await Promise.all(lacking.map(([pieces, keys]) => pieces.load(keys)));
    return this.run(work, isWanted);
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
  note(pieces: SegmentPieces, key: string): void {
    const keys = this.#lacking.get(pieces);
    if (keys === undefined) this.#lacking.set(pieces, new Set([key]));
    else keys.add(key);
  }

  /** Gives up where something was noted. */
  demand(): void {
    if (this.#lacking.size > 0) throw NOT_LOADED;
  }

  touch(held: Held): void {
    held.used = ++this.#clock;
  }

  hold(held: Held): void {
    this.#held.add(held);
    this.#bytes += held.weight;
    this.touch(held);
  }

  release(held: Held): void {
    if (this.#held.delete(held)) this.#bytes -= held.weight;
  }

  /** Only between questions, so that one question can have all it needs at once. */
  #trim(): void {
    if (this.#bytes <= this.#budget) return;
    const all = [...this.#held].toSorted((a, b) => a.used - b.used);
    // Columns of rows are the last to go: they are small, and to have them again a whole piece is read.
    for (const held of [...all.filter(({ bytes }) => bytes.length > 0), ...all.filter(({ bytes }) => bytes.length === 0)]) {
      if (this.#bytes <= this.#budget * 0.9) break;
      held.drop();
      this.release(held);
    }
  }
}

/** Runs questions that may lack pieces one after another, so that all they lack is loaded together. */
export function askAll<T>(questions: readonly (() => T)[], cache: PieceCache | null): T[] {
  const answers: T[] = [];
  let lacks = false;
  for (const question of questions) {
    try {
      answers.push(question());
    } catch (error) {
      if (error !== NOT_LOADED || cache === null) throw error;
      lacks = true;
    }
  }
  if (lacks) throw NOT_LOADED;
  return answers;
}

export class NoLongerWanted extends Error {
  override readonly name = 'NoLongerWanted';
}

const NO_BYTES = new Uint8Array();

/** Pieces that are read ahead together: a question in between waits for these at most. */
const READ_AHEAD = 12;

/** The pieces of one segment: all of them in memory, or read from where they are stored. */
export class SegmentPieces {
  readonly cache: PieceCache | null;
  readonly #fetch: FetchPieces | null;
  #atHand: PiecesAtHand | null;
  readonly #index = new Map<number, Held>();
  readonly #rows = new Map<number, Held>();

  /** With `cache` null everything is in memory: see `inMemory`. What is at hand need not be fetched. */
  constructor(cache: PieceCache | null, fetch: FetchPieces | null, atHand: PiecesAtHand | null = null) {
    this.cache = cache;
    this.#fetch = fetch;
    this.#atHand = atHand;
  }

  static inMemory(index: readonly Uint8Array[], rows: ReadonlyMap<number, Uint8Array>): SegmentPieces {
    const pieces = new SegmentPieces(null, null);
    for (const [number, bytes] of index.entries()) pieces.#keep(pieces.#index, number, bytes);
    for (const [number, bytes] of rows) pieces.#keep(pieces.#rows, number, bytes);
    return pieces;
  }

  /** The bytes of an index made in memory, over rows that are stored. */
  static ofIndex(index: readonly Uint8Array[], cache: PieceCache, fetch: FetchPieces): SegmentPieces {
    const pieces = new SegmentPieces(cache, fetch);
    for (const [number, bytes] of index.entries()) {
      pieces.#index.set(number, { bytes, rows: null, used: 0, weight: bytes.length, drop: () => {} });
    }
    return pieces;
  }

  /** Whether a piece costs little more where it is not in memory than where it is. */
  get areAtHand(): boolean {
    return this.#atHand !== null || this.cache?.isTight !== true;
  }

  index(number: number): Uint8Array {
    const held = this.#index.get(number) ?? this.#readNow('index', this.#index, number);
    this.cache?.touch(held);
    return held.bytes;
  }

  rows(number: number): RowPiece {
    const held = this.#rows.get(number) ?? this.#readNow('rows', this.#rows, number);
    this.cache?.touch(held);
    held.rows ??= new RowPiece(held.bytes);
    return held.rows;
  }

  /** Keeps what was put together from several pieces as if it were one of them. */
  keepApart(bytes: Uint8Array, drop: () => void): Held {
    const held = { bytes, rows: null, used: 0, weight: bytes.length, drop };
    this.cache?.hold(held);
    return held;
  }

  /** Notes pieces that will be needed and are not here. */
  wantIndex(number: number): void {
    if (this.#atHand === null && !this.#index.has(number)) this.cache?.note(this, `i${number}`);
  }

  wantRows(number: number): void {
    if (this.#atHand === null && !this.#rows.has(number)) this.cache?.note(this, `r${number}`);
  }

  /** Reads ahead what is not here, as far as there is room, some pieces at a time. */
  async readAhead(index: number, rows: readonly number[]): Promise<void> {
    if (this.#atHand !== null) return;
    const keys = [...Array.from({ length: index }, (_, piece) => `i${piece}`), ...rows.map((number) => `r${number}`)].filter((key) =>
      key.startsWith('i') ? !this.#index.has(Number(key.slice(1))) : !this.#rows.has(Number(key.slice(1))),
    );
    for (let at = 0; at < keys.length && this.cache?.hasRoom === true; at += READ_AHEAD) {
      await this.load(new Set(keys.slice(at, at + READ_AHEAD)));
    }
  }

  async load(keys: ReadonlySet<string>): Promise<void> {
    const index: number[] = [];
    const rows: number[] = [];
    for (const key of keys) (key.startsWith('i') ? index : rows).push(Number(key.slice(1)));
    await Promise.all([this.#load('index', this.#index, index), this.#load('rows', this.#rows, rows)]);
  }

  async #load(kind: 'index' | 'rows', into: Map<number, Held>, numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0 || this.#fetch === null) return;
    const found = await this.#fetch(kind, numbers);
    for (const [at, number] of numbers.entries()) {
      const bytes = found[at];
      if (bytes !== undefined && !into.has(number)) this.#keep(into, number, bytes);
    }
  }

  #readNow(kind: 'index' | 'rows', into: Map<number, Held>, number: number): Held {
    const bytes = this.#atHand?.read(kind, number) ?? null;
    if (bytes !== null) return kind === 'index' ? this.#keep(into, number, bytes) : this.#keepColumns(number, bytes);
    return this.#lack(`${kind === 'index' ? 'i' : 'r'}${number}`);
  }

  /** What was at hand is fetched from now on, as it is where a piece is lacking. */
  #lack(key: string): never {
    this.#atHand = null;
    if (this.cache === null) throw new RangeError(`No piece ${key}`);
    this.cache.note(this, key);
    throw NOT_LOADED;
  }

  /** Of rows at hand only the columns are kept: each answer is of another piece, and its text is read by itself. */
  #keepColumns(number: number, bytes: Uint8Array): Held {
    const rows = new RowPiece(bytes, (from, to) => {
      const part = this.#atHand?.readPart(number, from, to) ?? null;
      if (part !== null) return part;
      // The piece is fetched as a whole.
      this.#rows.delete(number);
      this.cache?.release(held);
      return this.#lack(`r${number}`);
    });
    const held = this.#keep(this.#rows, number, NO_BYTES, rows.weight);
    held.rows = rows;
    return held;
  }

  #keep(into: Map<number, Held>, number: number, bytes: Uint8Array, weight = bytes.length): Held {
    const held = { bytes, rows: null, used: 0, weight, drop: () => into.delete(number) };
    into.set(number, held);
    this.cache?.hold(held);
    return held;
  }
}
