import { byteAt, uintAt } from '../elements.ts';
import { Dictionary, floorIndex, type PrefixRange, wordEnds } from './dictionary.ts';
import { type SegmentHead, TRIGRAMS } from './segment-head.ts';
import { IndexReader, readVarint } from './index-reader.ts';
import { WordPrefixFingerprints } from './word-prefix-fingerprints.ts';
import type { SegmentChunks } from '../storage/chunk-cache.ts';
import type { RowChunk } from '../storage/row-chunk.ts';
import { TrigramBitmasks } from './trigram-bitmasks.ts';

const NO_BYTES = new Uint8Array();

/** Output buffer of the decoders: names, and for each the position of the word in it. Shared, because queries are synchronous. */
export const decoded = { names: new Uint32Array(1 << 12), codes: new Uint16Array(1 << 12) };

function growFound(size: number): void {
  if (decoded.names.length >= size) return;
  decoded.names = new Uint32Array(size * 2);
  decoded.codes = new Uint16Array(size * 2);
}

/** Capacity of `firstNames`. */
export const MAX_FIRST = 64;
/** Output buffer of `decodeFirst`. Shared. */
export const firstNames = new Uint32Array(MAX_FIRST + 1);

/** Codes of postings: at least `least` and at most `greatest`, with the bits of `mask` set. */
export interface Codes {
  least: number;
  greatest: number;
  mask: number;
}

/** Part of the names of a segment. */
export interface NameRange {
  from: number;
  before: number;
}

/** Inserts a name into the sorted `firstNames`. Returns the new size. */
function insert(name: number, size: number, most: number): number {
  let place = size;
  while (place > 0 && uintAt(firstNames, place - 1) > name) place--;
  if (place > 0 && firstNames[place - 1] === name) return size;
  for (let at = size; at > place; at--) firstNames[at] = uintAt(firstNames, at - 1);
  firstNames[place] = name;
  return Math.min(size + 1, most);
}

/** How many names a row has, from their cumulative number. */
function countAt(ends: ArrayLike<number>, row: number): number {
  return (ends[row] ?? 0) - (row === 0 ? 0 : (ends[row - 1] ?? 0));
}

/** `kept` is the length of the top-k list, `read` the number of its names that were read into `decoded`. */
interface TopKRead {
  kept: number;
  read: number;
}

/** Where a name is stored: the row's number, its chunk and index there, and the position among the row's names. */
export interface NamePlace {
  row: number;
  rows: RowChunk;
  at: number;
  ordinal: number;
}

/** A cursor over a trigram's posting list. */
export interface TrigramList {
  bytes: Uint8Array;
  at: number;
  end: number;
  /** The name read last; -1 before the first. */
  name: number;
}

/** Reads one segment: rows in rarity order, and the inverted index over their names. */
export class Segment {
  readonly head: SegmentHead;
  readonly chunks: SegmentChunks;
  readonly words: Dictionary;
  /** Null if the segment was built without fingerprints. */
  readonly fingerprints: WordPrefixFingerprints | null;
  readonly #index: IndexReader;
  #bitmasks: TrigramBitmasks | null = null;
  #isWarm = false;

  constructor(head: SegmentHead, chunks: SegmentChunks) {
    this.head = head;
    this.chunks = chunks;
    this.#index = new IndexReader(chunks);
    this.words = new Dictionary(head, this.#index);
    this.fingerprints = WordPrefixFingerprints.of(head, this.#index, chunks);
  }

  /**
   * Decodes postings into `decoded`. A code is the position in the name times two, plus one for the last word. Returns the number of
   * entries.
   */
  decode(start: number, end: number): number {
    if (end <= start) return 0;
    const bytes = this.#index.open(this.head.postings + start, this.head.postings + end);
    growFound(end - start);
    const stop = this.#index.end;
    const { names, codes } = decoded;
    let { at } = this.#index;
    let size = 0;
    while (at < stop) {
      let left = byteAt(bytes, at++);
      if (left > 0x7f) {
        left = (left & 0x7f) | (byteAt(bytes, at) << 7);
        if (byteAt(bytes, at++) > 0x7f) {
          left = (left & 0x3fff) | (byteAt(bytes, at) << 14);
          if (byteAt(bytes, at++) > 0x7f) left = (left & 0x1f_ffff) | (byteAt(bytes, at++) << 21);
        }
      }
      let name = 0;
      for (; left > 0; left--) {
        let value = byteAt(bytes, at++);
        if (value > 0x7f) {
          value &= 0x7f;
          for (let shift = 7; ; shift += 7) {
            const byte = byteAt(bytes, at++);
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) break;
          }
        }
        name += value >>> 3;
        let code = value & 7;
        if (code >= 6) {
          let place = byteAt(bytes, at++);
          if (place > 0x7f) place = (place & 0x7f) | (byteAt(bytes, at++) << 7);
          code += place * 2;
        }
        names[size] = name;
        codes[size++] = code;
      }
    }
    return size;
  }

  /** Like `decode`, but only for names in a bitset. */
  decodeIn(start: number, end: number, bits: Uint32Array): number {
    if (end <= start) return 0;
    const bytes = this.#index.open(this.head.postings + start, this.head.postings + end);
    growFound(end - start);
    const stop = this.#index.end;
    const { names, codes } = decoded;
    let { at } = this.#index;
    let size = 0;
    while (at < stop) {
      let left = byteAt(bytes, at++);
      if (left > 0x7f) {
        left = (left & 0x7f) | (byteAt(bytes, at) << 7);
        if (byteAt(bytes, at++) > 0x7f) {
          left = (left & 0x3fff) | (byteAt(bytes, at) << 14);
          if (byteAt(bytes, at++) > 0x7f) left = (left & 0x1f_ffff) | (byteAt(bytes, at++) << 21);
        }
      }
      let name = 0;
      for (; left > 0; left--) {
        let value = byteAt(bytes, at++);
        if (value > 0x7f) {
          value &= 0x7f;
          for (let shift = 7; ; shift += 7) {
            const byte = byteAt(bytes, at++);
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) break;
          }
        }
        name += value >>> 3;
        let code = value & 7;
        if (code >= 6) {
          let place = byteAt(bytes, at++);
          if (place > 0x7f) place = (place & 0x7f) | (byteAt(bytes, at++) << 7);
          code += place * 2;
        }
        if (((uintAt(bits, name >>> 5) >>> (name & 31)) & 1) === 0) continue;
        names[size] = name;
        codes[size++] = code;
      }
    }
    return size;
  }

  /**
   * Finds the lowest `most` distinct names in the postings in a section whose code is as asked, and writes them to `firstNames`, ascending.
   * Returns how many. Each word's postings are ascending, so only their beginnings are read.
   */
  decodeFirst(
    { start, end }: Pick<PrefixRange, 'start' | 'end'>,
    { least, greatest, mask }: Codes,
    section: NameRange,
    most: number,
  ): number {
    if (end <= start) return 0;
    const { from } = section;
    const words = this.words.wordEndsBetween(start, end);
    const bytes = this.#index.open(this.head.postings + start, this.head.postings + end);
    const first = this.#index.at - start;
    let at = this.#index.at;
    let size = 0;
    // From this name on, no name can be among the first.
    let bound = section.before;
    for (let word = 0; word < words; word++) {
      const stop = first + uintAt(wordEnds, word);
      while (byteAt(bytes, at++) > 0x7f);
      let name = 0;
      while (at < stop) {
        let value = byteAt(bytes, at++);
        if (value > 0x7f) {
          value &= 0x7f;
          for (let shift = 7; ; shift += 7) {
            const byte = byteAt(bytes, at++);
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) break;
          }
        }
        name += value >>> 3;
        if (name >= bound) break;
        let code = value & 7;
        if (code >= 6) {
          let place = byteAt(bytes, at++);
          if (place > 0x7f) place = (place & 0x7f) | (byteAt(bytes, at++) << 7);
          code += place * 2;
        }
        if (name < from || code > greatest || code < least || (code & mask) !== mask) continue;
        size = insert(name, size, most);
        if (size === most) bound = uintAt(firstNames, most - 1);
      }
      at = stop;
    }
    return size;
  }

  /** Length in bytes of a trigram's posting list. */
  trigramListBytes(code: number): number {
    return (this.head.trigram_starts[code + 1] ?? 0) - (this.head.trigram_starts[code] ?? 0);
  }

  /** A cursor over the names containing a trigram, also across word boundaries. */
  trigram(code: number): TrigramList {
    const start = this.head.trigram_starts[code] ?? 0;
    const end = this.head.trigram_starts[code + 1] ?? 0;
    if (code >= TRIGRAMS || start === end) return { bytes: NO_BYTES, at: 0, end: 0, name: -1 };
    const bytes = this.#index.open(this.head.trigrams + start, this.head.trigrams + end, true);
    return { bytes, at: this.#index.at, end: this.#index.end, name: -1 };
  }

  /** The posting lists of a range of trigrams; valid until the next call. */
  #lists(first: number, after: number): { bytes: Uint8Array; at: number } {
    const { trigrams, trigram_starts: starts } = this.head;
    if (starts[first] === starts[after]) return { bytes: NO_BYTES, at: 0 };
    const bytes = this.#index.open(trigrams + uintAt(starts, first), trigrams + uintAt(starts, after));
    return { bytes, at: this.#index.at };
  }

  /**
   * Builds in-memory accelerators (prefix filter, skip entries, trigram bitmasks) step by step. Returns false when done. Throws
   * on a cache miss; call it again.
   */
  warmUp(): boolean {
    if (this.#isWarm) return false;
    if (this.words.warmUp()) return true;
    this.#bitmasks ??= new TrigramBitmasks(this.head.names);
    this.#isWarm = !this.#bitmasks.warmUp(this.head.trigram_starts, (first, after) => this.#lists(first, after));
    return !this.#isWarm;
  }

  /** The trigram bitmasks; null until they are complete. */
  get bitmasks(): TrigramBitmasks | null {
    return this.#isWarm ? this.#bitmasks : null;
  }

  /** Reads up to `most` names of a prefix's top-k list into `decoded`; null if it has none. `isFirst`: the list for starts of names. */
  topK(prefix: string, isFirst: boolean, most: number): TopKRead | null {
    const { head } = this;
    let code = 0;
    for (let at = 0; at < 3; at++) code = code * 27 + (at < prefix.length ? prefix.charCodeAt(at) - 96 : 0);
    const place = floorIndex(head.top_codes, code);
    if (head.top_codes[place] !== code) return null;
    const start = head.top_k + (head.top_starts[place] ?? 0);
    const end = place + 1 < head.top_starts.length ? head.top_k + (head.top_starts[place + 1] ?? 0) : head.ids;
    const bytes = this.#index.open(start, end);
    let { at } = this.#index;
    let kept = readVarint(bytes, at);
    while (byteAt(bytes, at++) > 0x7f);
    if (!isFirst) {
      for (; kept > 0; kept--) while (byteAt(bytes, at++) > 0x7f);
      kept = readVarint(bytes, at);
      while (byteAt(bytes, at++) > 0x7f);
    }
    const read = Math.min(kept, most);
    growFound(read);
    const { names } = decoded;
    let name = 0;
    for (let index = 0; index < read; index++) {
      name += readVarint(bytes, at);
      while (byteAt(bytes, at++) > 0x7f);
      names[index] = name;
    }
    return { kept, read };
  }

  /** All names, those of the main language, and all others. */
  get sections(): Record<'all' | 'main' | 'others', NameRange> {
    const { main_names: main, names } = this.head;
    return { all: { from: 0, before: names }, main: { from: 0, before: main }, others: { from: main, before: names } };
  }

  isMain(name: number): boolean {
    return name < this.head.main_names;
  }

  isForeign(name: number): boolean {
    return name >= this.head.close_names;
  }

  /** The section of a name (`NAME_SECTIONS` in ranking.ts). */
  sectionOf(name: number): number {
    return name < this.head.main_names ? 0 : name < this.head.close_names ? 1 : 2;
  }

  /** The first name of each row chunk in a section. */
  #firsts(section: number): Uint32Array {
    return section === 0 ? this.head.main_firsts : section === 1 ? this.head.other_firsts : this.head.foreign_firsts;
  }

  /** The row chunk containing a name. */
  chunkOfName(name: number): number {
    return floorIndex(this.#firsts(this.sectionOf(name)), name);
  }

  /** Records the chunk of the name as missing, if it is. */
  requestName(name: number): void {
    this.chunks.requestRows(this.head.row_numbers[this.chunkOfName(name)] ?? 0);
  }

  requestRow(row: number): void {
    this.chunks.requestRows(this.head.row_numbers[floorIndex(this.head.row_firsts, row)] ?? 0);
  }

  /** Whether names may be checked directly instead of reading postings; false if their rows would evict chunks that are still needed. */
  get canReadNames(): boolean {
    return this.chunks.readsAreCheap;
  }

  /** Cost of checking one name directly, in bytes of postings read in the same time. */
  get nameCostInBytes(): number {
    return this.chunks.cache?.isTight === true ? 3000 : 200;
  }

  /** Resolves a name number. */
  name(name: number): NamePlace {
    const chunk = this.chunkOfName(name);
    const rows = this.rows(chunk);
    const section = this.sectionOf(name);
    const ends = section === 0 ? rows.mainEnds : section === 1 ? rows.otherEnds : rows.foreignEnds;
    const own = name - (this.#firsts(section)[chunk] ?? 0);
    let low = 0;
    let high = rows.size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) > own) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : (ends[low - 1] ?? 0);
    const main = section === 0 ? 0 : countAt(rows.mainEnds, low);
    const others = section < 2 ? 0 : countAt(rows.otherEnds, low);
    return { row: (this.head.row_firsts[chunk] ?? 0) + low, rows, at: low, ordinal: own - before + main + others };
  }

  rows(chunk: number): RowChunk {
    return this.chunks.rows(this.head.row_numbers[chunk] ?? 0);
  }

  /** The chunk of a row, and its index there. */
  place(row: number): { rows: RowChunk; at: number } {
    const chunk = floorIndex(this.head.row_firsts, row);
    return { rows: this.rows(chunk), at: row - (this.head.row_firsts[chunk] ?? 0) };
  }

  /** The row of an id, or -1. */
  rowOfId(id: number): number {
    const { head } = this;
    const size = (head.parents - head.ids) / 8;
    const at = this.#firstKey(head.ids, size, id);
    return at < size && this.#index.number(head.ids, at) === id ? this.#index.number(head.ids + 4 * size, at) : -1;
  }

  /** The rows whose parent is the id, in rarity order. */
  rowsBelow(id: number): number[] {
    const { head } = this;
    const size = head.parent_count;
    const rows: number[] = [];
    for (let at = this.#firstKey(head.parents, size, id); at < size && this.#index.number(head.parents, at) === id; at++) {
      rows.push(this.#index.number(head.parents + 4 * size, at));
    }
    return rows;
  }

  #firstKey(start: number, size: number, key: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#index.number(start, middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
