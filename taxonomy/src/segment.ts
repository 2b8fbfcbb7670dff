import { bytesToNumbers } from './bytes.ts';
import { INDEX_PIECE, type SegmentHead, TRIGRAMS } from './head.ts';
import type { SegmentPieces } from './pieces.ts';
import type { RowPiece } from './rows.ts';

/** Where the postings of words lie: those of the word itself, and of all words that begin with it. Empty where start is end. */
export interface Places {
  start: number;
  exactEnd: number;
  end: number;
}

interface Bound {
  at: number;
  exactEnd: number;
  begins: boolean;
}

const NOWHERE: Places = { start: 0, exactEnd: 0, end: 0 };
const NONE = new Uint32Array();
const NO_BYTES = new Uint8Array();

/** Names and where in them a word stands, as they come out of the postings. One for all: a question is answered at once. */
export const found = { names: new Uint32Array(1 << 12), codes: new Uint16Array(1 << 12) };

function growFound(size: number): void {
  if (found.names.length >= size) return;
  const names = new Uint32Array(size * 2);
  const codes = new Uint16Array(size * 2);
  names.set(found.names);
  codes.set(found.codes);
  found.names = names;
  found.codes = codes;
}

/** A word as it comes out of the dictionary. */
const oneWord = new Uint8Array(512);

/** Bytes that lie in several pieces, put together. */
let acrossPieces = new Uint8Array(1 << 16);

/** Reads one segment: rows in the order of their rarity with the index over their names. */
export class Segment {
  readonly head: SegmentHead;
  readonly pieces: SegmentPieces;
  #places = new Map<string, Places>();

  constructor(head: SegmentHead, pieces: SegmentPieces) {
    this.head = head;
    this.pieces = pieces;
  }

  /** Bytes of the index. */
  #bytes(start: number, end: number): Uint8Array {
    const first = Math.floor(start / INDEX_PIECE);
    const last = Math.floor((end - 1) / INDEX_PIECE);
    if (first === last) return this.pieces.index(first).subarray(start - first * INDEX_PIECE, end - first * INDEX_PIECE);
    for (let piece = first; piece <= last; piece++) this.pieces.wantIndex(piece);
    // Good until the next call: every reader takes what it needs at once.
    if (acrossPieces.length < end - start) acrossPieces = new Uint8Array((end - start) * 2);
    const bytes = acrossPieces.subarray(0, end - start);
    for (let piece = first; piece <= last; piece++) {
      const from = Math.max(start, piece * INDEX_PIECE);
      const to = Math.min(end, (piece + 1) * INDEX_PIECE);
      bytes.set(this.pieces.index(piece).subarray(from - piece * INDEX_PIECE, to - piece * INDEX_PIECE), from - start);
    }
    return bytes;
  }

  /** Where the words stand that begin with `prefix`. */
  places(prefix: string): Places {
    const known = this.#places.get(prefix);
    if (known !== undefined) return known;
    if (this.#places.size > 5000) this.#places.clear();
    const start = this.#lowerBound(prefix);
    // '{' comes after 'z'.
    const places = start.begins ? { start: start.at, exactEnd: start.exactEnd, end: this.#lowerBound(`${prefix}{`).at } : NOWHERE;
    this.#places.set(prefix, places);
    return places;
  }

  /** The first word that is not before `word`: where its postings begin, where they end if it is the word itself, and whether it begins with it. */
  #lowerBound(word: string): Bound {
    const { head } = this;
    const last = head.block_starts.length - 1;
    if (last <= 0) return { at: -1, exactEnd: -1, begins: false };
    let low = 0;
    let high = last;
    // The first block whose first word is not before `word`.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(head.word_letters, head.word_starts[middle]!, head.word_starts[middle + 1]!, word) < 0) low = middle + 1;
      else high = middle;
    }
    const next = low < last && beginsWith(head.word_letters, head.word_starts[low]!, head.word_starts[low + 1]!, word);
    // It may be the first word of that block itself, and how long its postings are stands there.
    if (next && word.length === head.word_starts[low + 1]! - head.word_starts[low]!) return this.#scanBlock(low, word, false);
    return low === 0 ? { at: 0, exactEnd: 0, begins: next } : this.#scanBlock(low - 1, word, next);
  }

  /** `next`: whether the first word of the block after this one begins with the word. */
  #scanBlock(block: number, word: string, next: boolean): Bound {
    const { head } = this;
    const bytes = this.#bytes(head.block_starts[block] ?? 0, head.block_starts[block + 1] ?? 0);
    let posting = head.posting_starts[block] ?? 0;
    // How many letters the last word read shares with the one looked for, and whether it is before it.
    let matched = 0;
    let at = 0;
    while (at < bytes.length) {
      const shared = bytes[at++]!;
      const rest = bytes[at++]!;
      // A word that shares more than what matched before differs at the same letter, and is before it as well.
      if (shared <= matched) {
        matched = shared;
        let letter = 0;
        while (letter < rest && matched < word.length && bytes[at + letter] === word.charCodeAt(matched)) {
          letter++;
          matched++;
        }
        const isBefore = matched === word.length ? false : letter === rest ? true : bytes[at + letter]! < word.charCodeAt(matched);
        if (!isBefore) {
          let length = 0;
          if (matched === word.length && letter === rest) length = readVarint(bytes, at + rest);
          return { at: posting, exactEnd: posting + length, begins: matched === word.length };
        }
      }
      at += rest;
      posting += readVarint(bytes, at);
      while (bytes[at++]! > 0x7f);
    }
    return { at: posting, exactEnd: posting, begins: next };
  }

  /** Hands over every word that begins with a prefix, and where its postings lie. The letters are good until the next one. */
  eachWord(prefix: string, take: (letters: Uint8Array, length: number, start: number, end: number) => void): void {
    const { head } = this;
    const places = this.places(prefix);
    if (places.start === places.end) return;
    let block = lastNotAfter(head.posting_starts, places.start);
    for (; block < head.posting_starts.length && head.posting_starts[block]! < places.end; block++) {
      const bytes = this.#bytes(head.block_starts[block]!, head.block_starts[block + 1]!);
      let posting = head.posting_starts[block]!;
      for (let at = 0; at < bytes.length;) {
        const shared = bytes[at++]!;
        const length = shared + bytes[at++]!;
        for (let letter = shared; letter < length; letter++) oneWord[letter] = bytes[at++]!;
        const start = posting;
        posting += readVarint(bytes, at);
        while (bytes[at++]! > 0x7f);
        if (start >= places.end) return;
        if (start >= places.start) take(oneWord, length, start, posting);
      }
    }
  }

  /** Reads postings into `found`: names and codes (place in the name times two, plus one where it is the last word). */
  decode(start: number, end: number): number {
    if (end <= start) return 0;
    const bytes = this.#bytes(this.head.postings + start, this.head.postings + end);
    let size = 0;
    let at = 0;
    growFound(bytes.length);
    const { names, codes } = found;
    while (at < bytes.length) {
      let left = bytes[at++]!;
      if (left > 0x7f) {
        left = (left & 0x7f) | (bytes[at]! << 7);
        if (bytes[at++]! > 0x7f) {
          left = (left & 0x3fff) | (bytes[at]! << 14);
          if (bytes[at++]! > 0x7f) left = (left & 0x1f_ffff) | (bytes[at++]! << 21);
        }
      }
      let name = 0;
      for (; left > 0; left--) {
        let value = bytes[at++]!;
        if (value > 0x7f) {
          value &= 0x7f;
          for (let shift = 7; ; shift += 7) {
            const byte = bytes[at++]!;
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) break;
          }
        }
        name += value >>> 3;
        let code = value & 7;
        if (code >= 6) {
          let place = bytes[at++]!;
          if (place > 0x7f) place = (place & 0x7f) | (bytes[at++]! << 7);
          code += place * 2;
        }
        names[size] = name;
        codes[size++] = code;
      }
    }
    return size;
  }

  /** The length in bytes of the list of names with these three letters, over spaces too. */
  trigramLength(code: number): number {
    return (this.head.trigram_starts[code + 1] ?? 0) - (this.head.trigram_starts[code] ?? 0);
  }

  /** Reads the names with these three letters into `found.names`; answers how many they are. */
  trigramNames(code: number): number {
    const bytes = this.#trigramBytes(code);
    growFound(bytes.length);
    const { names } = found;
    let size = 0;
    let name = 0;
    let at = 0;
    while (at < bytes.length) {
      let value = bytes[at++]!;
      if (value > 0x7f) {
        value &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++]!;
          value |= (byte & 0x7f) << shift;
          if (byte < 0x80) break;
        }
      }
      name += value;
      names[size++] = name;
    }
    return size;
  }

  /** Keeps of the first `size` names in `found.names` those with these three letters too; answers how many are left. */
  keepTrigram(code: number, size: number): number {
    const bytes = this.#trigramBytes(code);
    const { names } = found;
    let left = 0;
    let next = 0;
    let name = 0;
    let at = 0;
    while (at < bytes.length && next < size) {
      let value = bytes[at++]!;
      if (value > 0x7f) {
        value &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++]!;
          value |= (byte & 0x7f) << shift;
          if (byte < 0x80) break;
        }
      }
      name += value;
      while (next < size && names[next]! < name) next++;
      if (next < size && names[next] === name) names[left++] = name;
    }
    return left;
  }

  #trigramBytes(code: number): Uint8Array {
    const start = this.head.trigram_starts[code] ?? 0;
    const end = this.head.trigram_starts[code + 1] ?? 0;
    if (code >= TRIGRAMS || start === end) return NO_BYTES;
    return this.#bytes(this.head.trigrams + start, this.head.trigrams + end);
  }

  /** The best names with words that begin with a short text, or null where they are few and not kept ready. */
  top(prefix: string, isFirst: boolean): Uint32Array | null {
    const { head } = this;
    let code = 0;
    for (let at = 0; at < 3; at++) code = code * 27 + (at < prefix.length ? prefix.charCodeAt(at) - 96 : 0);
    const place = binarySearch(head.top_codes, code);
    if (place === -1) return null;
    const start = head.tops + (head.top_starts[place] ?? 0);
    const end = place + 1 < head.top_starts.length ? head.tops + (head.top_starts[place + 1] ?? 0) : head.ids;
    const bytes = this.#bytes(start, end);
    let at = 0;
    const read = () => {
      const value = readVarint(bytes, at);
      while (bytes[at++]! > 0x7f);
      return value;
    };
    const list = () => {
      const names = new Uint32Array(read());
      let name = 0;
      for (let index = 0; index < names.length; index++) names[index] = name += read();
      return names;
    };
    const first = list();
    return isFirst ? first : list();
  }

  isMain(name: number): boolean {
    return name < this.head.main_names;
  }

  /** The piece of rows that a name is in. */
  pieceOfName(name: number): number {
    return lastNotAfter(this.isMain(name) ? this.head.main_firsts : this.head.other_firsts, name);
  }

  wantName(name: number): void {
    this.pieces.wantRows(this.head.row_numbers[this.pieceOfName(name)] ?? 0);
  }

  wantRow(row: number): void {
    this.pieces.wantRows(this.head.row_numbers[lastNotAfter(this.head.row_firsts, row)] ?? 0);
  }

  /** The row a name is of, and which of that row's names it is. */
  name(name: number): { row: number; rows: RowPiece; at: number; ordinal: number } {
    const piece = this.pieceOfName(name);
    const rows = this.rows(piece);
    const isMain = this.isMain(name);
    const ends = isMain ? rows.mainEnds : rows.otherEnds;
    const own = name - ((isMain ? this.head.main_firsts : this.head.other_firsts)[piece] ?? 0);
    let low = 0;
    let high = rows.size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) > own) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : (ends[low - 1] ?? 0);
    const main = isMain ? 0 : (rows.mainEnds[low] ?? 0) - (low === 0 ? 0 : (rows.mainEnds[low - 1] ?? 0));
    return { row: (this.head.row_firsts[piece] ?? 0) + low, rows, at: low, ordinal: own - before + main };
  }

  rows(piece: number): RowPiece {
    return this.pieces.rows(this.head.row_numbers[piece] ?? 0);
  }

  /** The piece of rows that a row lies in, and its place there. */
  place(row: number): { rows: RowPiece; at: number } {
    const piece = lastNotAfter(this.head.row_firsts, row);
    return { rows: this.rows(piece), at: row - (this.head.row_firsts[piece] ?? 0) };
  }

  /** The row of an id, or -1. */
  rowOfId(id: number): number {
    const { head } = this;
    const size = (head.parents - head.ids) / 8;
    const at = this.#firstKey(head.ids, size, id);
    return at < size && this.#number(head.ids, at) === id ? this.#number(head.ids + 4 * size, at) : -1;
  }

  /** The rows directly below an id, commonest first. */
  rowsBelow(id: number): number[] {
    const { head } = this;
    const size = head.parent_count;
    const rows: number[] = [];
    for (let at = this.#firstKey(head.parents, size, id); at < size && this.#number(head.parents, at) === id; at++) {
      rows.push(this.#number(head.parents + 4 * size, at));
    }
    return rows;
  }

  #firstKey(start: number, size: number, key: number): number {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#number(start, middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #number(start: number, at: number): number {
    const from = start + 4 * at;
    const bytes = this.#bytes(from, from + 4);
    return bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24);
  }

  /** All ids, in the order of the rows. */
  idRows(): { ids: Uint32Array; rows: Uint32Array } {
    const { head } = this;
    const size = (head.parents - head.ids) / 8;
    if (size === 0) return { ids: NONE, rows: NONE };
    const columns = bytesToNumbers(this.#bytes(head.ids, head.parents));
    return { ids: columns.subarray(0, size), rows: columns.subarray(size) };
  }
}

function readVarint(bytes: Uint8Array, start: number): number {
  let value = 0;
  let at = start;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

function beginsWith(letters: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start < word.length) return false;
  for (let at = 0; at < word.length; at++) if (letters[start + at] !== word.charCodeAt(at)) return false;
  return true;
}

/** Below 0 where the letters come before the word, 0 where they are it. */
function compare(letters: Uint8Array, start: number, end: number, word: string): number {
  for (let at = 0; start + at < end && at < word.length; at++) {
    const difference = letters[start + at]! - word.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return end - start - word.length;
}

function binarySearch(numbers: Uint32Array, number: number): number {
  const at = lastNotAfter(numbers, number);
  return numbers[at] === number ? at : -1;
}

/** The last place whose number is not greater; 0 where there is none. */
function lastNotAfter(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((numbers[middle] ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
