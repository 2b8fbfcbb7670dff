import { type ByteWriter, numberBytes } from './bytes.ts';
import type { GatheredNames } from './gathered-names.ts';
import { INDEX_PIECE, type SegmentHead } from './head.ts';
import type { SegmentPieces } from './pieces.ts';
import type { WordTable } from './word-table.ts';

/**
 * Of each name the first two letters of its words, in five bits each with 0 for no letter: three words in four bytes, one
 * after the other from the lowest bits on. Names with more words have a place instead where such numbers follow.
 */
const LETTER_BITS = 5;
const CODE_BITS = 2 * LETTER_BITS;
const CODE = (1 << CODE_BITS) - 1;
/** The lowest bit of each of three words, and the highest. */
const LOWEST = 1 | (1 << CODE_BITS) | (1 << (2 * CODE_BITS));
const HIGHEST = LOWEST << (CODE_BITS - 1);
const WORDS_IN_A_NUMBER = 3;
/** Among the numbers of a name with more words: another one follows. */
const GOES_ON = 1 << 30;

/** Of four bytes, in a piece of the index. */
const NUMBERS_IN_A_PIECE = INDEX_PIECE / 4;

/** Letters of a word that are told. */
export const LETTERS_TOLD = 2;

/** Appends them, at the next place where numbers may lie, and behind them those of names with more words. */
export function appendInitials(out: ByteWriter, table: WordTable, sections: readonly GatheredNames[]): void {
  while (out.length % 4 !== 0) out.byte(0);
  const codes = codesOf(table);
  const more: number[] = [];
  for (const section of sections) out.append(numberBytes(numbersOf(section, codes, more)));
  out.append(numberBytes(Int32Array.from(more)));
}

function codesOf({ letters, starts, size }: WordTable): Uint16Array {
  const codes = new Uint16Array(size);
  for (let word = 0; word < size; word++) {
    const start = starts[word]!;
    codes[word] = codeOf(letters[start]!, start + 1 < starts[word + 1]! ? letters[start + 1]! : NO_LETTER);
  }
  return codes;
}

const NO_LETTER = 96;

function codeOf(first: number, second: number): number {
  return ((first - NO_LETTER) << LETTER_BITS) | (second - NO_LETTER);
}

function numbersOf({ words, ends, size }: GatheredNames, codes: Uint16Array, more: number[]): Int32Array {
  const numbers = new Int32Array(size);
  let from = 0;
  for (let name = 0; name < size; name++) {
    const to = ends[name]!;
    if (to - from <= WORDS_IN_A_NUMBER) numbers[name] = numberOf(words, from, to, codes);
    else {
      // Below 0, which no number of three words is.
      numbers[name] = ~more.length;
      for (; from < to; from += WORDS_IN_A_NUMBER) {
        const goesOn = from + WORDS_IN_A_NUMBER < to;
        more.push(numberOf(words, from, goesOn ? from + WORDS_IN_A_NUMBER : to, codes) | (goesOn ? GOES_ON : 0));
      }
    }
    from = to;
  }
  return numbers;
}

function numberOf(words: Uint32Array, from: number, to: number, codes: Uint16Array): number {
  let number = 0;
  for (let at = to - 1; at >= from; at--) number = (number << CODE_BITS) | codes[words[at]!]!;
  return number;
}

/** Where in the index of a segment they begin; 0 where it was made without. */
function initialsStart({ parents, parent_count, bytes, names }: SegmentHead): number {
  const start = Math.ceil((parents + parent_count * 8) / 4) * 4;
  return names > 0 && bytes >= start + names * 4 ? start : 0;
}

/** Which of several tokens a word may begin with, by the first letters of the word: a bit for each. */
export function tokensByInitials(tokens: readonly string[]): Uint32Array {
  const masks = new Uint32Array(1 << CODE_BITS);
  for (const [at, token] of tokens.entries()) {
    const first = token.charCodeAt(0);
    if (token.length > 1) masks[codeOf(first, token.charCodeAt(1))]! |= 1 << at;
    else for (let second = 0; second < 27; second++) masks[codeOf(first, NO_LETTER + second)]! |= 1 << at;
  }
  return masks;
}

/** Says of names of a segment whether their words may begin with several tokens: of tokens of two letters, whether they do. */
export class Initials {
  readonly #pieces: SegmentPieces;
  /** In units of four bytes. */
  readonly #start: number;
  readonly #names: number;
  readonly #end: number;
  #views: (Int32Array | undefined)[] = [];
  #masks: Uint32Array = new Uint32Array();
  #tokens = 0;
  #all = 0;
  // A word that begins with the rarest token becomes 0 where, of the bits that count, those that are wanted are taken away.
  #counted = 0;
  #wanted = 0;

  constructor({ names, bytes }: SegmentHead, pieces: SegmentPieces, start: number) {
    this.#pieces = pieces;
    this.#start = start / 4;
    this.#names = names;
    this.#end = Math.floor(bytes / 4);
  }

  /** Null where the segment was made without. */
  static of(head: SegmentHead, pieces: SegmentPieces): Initials | null {
    const start = initialsStart(head);
    return start === 0 ? null : new Initials(head, pieces, start);
  }

  /** To be called before others are: what is read is good until the question is answered. */
  ask(masks: Uint32Array, tokens: number): void {
    this.#masks = masks;
    this.#tokens = tokens;
    this.#all = 2 ** tokens - 1;
    this.#views = [];
    for (let piece = this.#pieceOf(this.#start); piece <= this.#pieceOf(this.#end - 1); piece++) this.#pieces.wantIndex(piece);
    this.#pieces.cache?.demand();
  }

  /** Words of the name, in order, may begin with the tokens. */
  areInOrder(name: number): boolean {
    return this.#inOrder(this.#number(this.#start + name));
  }

  /** Keeps of a list the names whose words, in any order, may begin with the tokens: those of which the bits are set. Answers how many. */
  keepAll(names: Uint32Array, size: number, tokens = this.#all): number {
    const masks = this.#masks;
    const views = this.#views;
    let left = 0;
    for (let at = 0; at < size; at++) {
      const name = names[at]!;
      const place = this.#start + name;
      const piece = (place / NUMBERS_IN_A_PIECE) | 0;
      const number = (views[piece] ?? this.#view(piece))[place - piece * NUMBERS_IN_A_PIECE]!;
      const found = number >= 0 ? anyIn(masks, number) : this.#inAnyOrder(number);
      if ((found & tokens) === tokens) names[left++] = name;
    }
    return left;
  }

  /** How many words the name has, where its first ones may begin with the tokens; else 0. */
  wordsWhereLeading(name: number): number {
    let number = this.#number(this.#start + name);
    let more = this.#start + this.#names + ~number;
    if (number < 0) number = this.#number(more);
    for (let words = 0; ; number = this.#number(++more)) {
      for (let rest = number & ~GOES_ON; rest !== 0; rest >>>= CODE_BITS, words++) {
        if (words < this.#tokens && ((this.#masks[rest & CODE]! >>> words) & 1) === 0) return 0;
      }
      if ((number & GOES_ON) === 0) return words < this.#tokens ? 0 : words;
    }
  }

  /**
   * The first names between two, up to `most`, whose words may begin with the tokens, into `into` from `at` on; answers where
   * these end. `rarest`: the token that fewest words begin with.
   */
  scan(from: number, to: number, isOrdered: boolean, rarest: string, into: Uint32Array, at: number, most: number): number {
    this.#counted = (rarest.length > 1 ? CODE : CODE & (CODE << LETTER_BITS)) * LOWEST;
    this.#wanted = codeOf(rarest.charCodeAt(0), rarest.length > 1 ? rarest.charCodeAt(1) : NO_LETTER) * LOWEST;
    let size = at;
    for (let next = this.#start + from; next < this.#start + to && size < most;) {
      const piece = this.#pieceOf(next);
      const end = Math.min(this.#start + to, (piece + 1) * NUMBERS_IN_A_PIECE);
      size = this.#scanPiece(piece, next, end, isOrdered, into, size, most);
      next = end;
    }
    return size;
  }

  #scanPiece(piece: number, from: number, to: number, isOrdered: boolean, into: Uint32Array, at: number, most: number): number {
    const counted = this.#counted;
    const wanted = this.#wanted;
    const view = this.#view(piece);
    const first = piece * NUMBERS_IN_A_PIECE;
    let size = at;
    for (let place = from - first; place < to - first && size < most; place++) {
      const number = view[place]!;
      const differs = (number & counted) ^ wanted;
      // No word of it is 0.
      if (number >= 0 && ((differs - LOWEST) & ~differs & HIGHEST) === 0) continue;
      if (isOrdered ? this.#inOrder(number) : this.#inAnyOrder(number) === this.#all) into[size++] = place + first - this.#start;
    }
    return size;
  }

  #inOrder(number: number): boolean {
    const masks = this.#masks;
    if (number >= 0) return orderedIn(masks, number, 0) === this.#tokens;
    let tokens = 0;
    for (let more = this.#start + this.#names + ~number; ; more++) {
      const next = this.#number(more);
      tokens = orderedIn(masks, next, tokens);
      if ((next & GOES_ON) === 0) return tokens === this.#tokens;
    }
  }

  #inAnyOrder(number: number): number {
    const masks = this.#masks;
    if (number >= 0) return anyIn(masks, number);
    let tokens = 0;
    for (let more = this.#start + this.#names + ~number; ; more++) {
      const next = this.#number(more);
      tokens |= anyIn(masks, next);
      if ((next & GOES_ON) === 0) return tokens;
    }
  }

  #number(place: number): number {
    const piece = this.#pieceOf(place);
    return this.#view(piece)[place - piece * NUMBERS_IN_A_PIECE]!;
  }

  #pieceOf(place: number): number {
    return (place / NUMBERS_IN_A_PIECE) | 0;
  }

  #view(piece: number): Int32Array {
    return (this.#views[piece] ??= viewOf(this.#pieces.index(piece)));
  }
}

/** How many tokens, the first ones, words up to and with these three begin with in order. */
function orderedIn(masks: Uint32Array, number: number, before: number): number {
  const first = before + ((masks[number & CODE]! >>> before) & 1);
  const second = first + ((masks[(number >>> CODE_BITS) & CODE]! >>> first) & 1);
  return second + ((masks[(number >>> (2 * CODE_BITS)) & CODE]! >>> second) & 1);
}

function anyIn(masks: Uint32Array, number: number): number {
  return masks[number & CODE]! | masks[(number >>> CODE_BITS) & CODE]! | masks[(number >>> (2 * CODE_BITS)) & CODE]!;
}

/** Bytes from a database may begin anywhere. */
function viewOf(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, Math.floor(length / 4));
}
