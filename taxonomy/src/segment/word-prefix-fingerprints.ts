import { type ByteWriter, numberBytes } from '../storage/bytes.ts';
import type { NameSection } from '../build/name-section.ts';
import type { SegmentHead } from './segment-head.ts';
import type { IndexReader } from './index-reader.ts';
import type { CacheEntry, SegmentChunks } from '../storage/chunk-cache.ts';
import type { WordTable } from '../build/word-table.ts';

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

/** Letters of a word that are told. */
export const FINGERPRINT_LETTERS = 2;

/** Appends them, at the next place where numbers may lie, and behind them those of names with more words. */
export function appendFingerprints(out: ByteWriter, table: WordTable, sections: readonly NameSection[]): void {
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

function numbersOf({ words, ends, size }: NameSection, codes: Uint16Array, more: number[]): Int32Array {
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
function fingerprintsStart({ parents, parent_count, bytes, names }: SegmentHead): number {
  const start = Math.ceil((parents + parent_count * 8) / 4) * 4;
  return names > 0 && bytes >= start + names * 4 ? start : 0;
}

/** Which of expansions tokens a word may begin with, by the first letters of the word: a bit for each. The first `whole` of them are the word. */
export function tokensByPrefixCode(tokens: readonly string[], whole = 0): Uint32Array {
  const masks = new Uint32Array(1 << CODE_BITS);
  for (const [at, token] of tokens.entries()) {
    const first = token.charCodeAt(0);
    if (token.length > 1) masks[codeOf(first, token.charCodeAt(1))]! |= 1 << at;
    else for (let second = 0; second < (at < whole ? 1 : 27); second++) masks[codeOf(first, NO_LETTER + second)]! |= 1 << at;
  }
  return masks;
}

/** Names of a list whose words, in any order, may begin with the tokens; the list is gone through as far as need be. */
export interface Selection {
  readonly names: Uint32Array;
  /** How far it was gone through. */
  at: number;
  /** Those selection, how many they are, and in how many of them the tokens are in order. */
  readonly having: Uint32Array;
  size: number;
  ordered: number;
}

/** Says of names of a segment whether their words may begin with expansions tokens: of tokens of two letters, whether they do. */
export class WordPrefixFingerprints {
  readonly #index: IndexReader;
  readonly #chunks: SegmentChunks;
  readonly #start: number;
  readonly #names: number;
  readonly #end: number;
  /** All of them in one row: they are asked for here and there, very often. */
  #numbers: Int32Array = new Int32Array();
  #kept: CacheEntry | null = null;
  #masks: Uint32Array = new Uint32Array();
  #tokens = 0;
  #all = 0;

  constructor({ names, bytes }: SegmentHead, index: IndexReader, chunks: SegmentChunks, start: number) {
    this.#index = index;
    this.#chunks = chunks;
    this.#start = start;
    this.#names = names;
    this.#end = bytes;
  }

  /** Null where the segment was made without. */
  static of(head: SegmentHead, index: IndexReader, chunks: SegmentChunks): WordPrefixFingerprints | null {
    const start = fingerprintsStart(head);
    return start === 0 ? null : new WordPrefixFingerprints(head, index, chunks, start);
  }

  /** To be called before others are. */
  ask(masks: Uint32Array, tokens: number): void {
    this.#masks = masks;
    this.#tokens = tokens;
    this.#all = 2 ** tokens - 1;
    if (this.#kept !== null) return this.#chunks.cache?.touch(this.#kept);
    const bytes = this.#index.open(this.#start, this.#end, true).slice(this.#index.at, this.#index.end);
    this.#numbers = new Int32Array(bytes.buffer);
    this.#kept = this.#chunks.addDerived(bytes, () => {
      this.#kept = null;
      this.#numbers = new Int32Array();
    });
  }

  /** Words of the name, in order, may begin with the tokens. */
  areInOrder(name: number): boolean {
    return this.#inOrder(this.#numbers[name]!);
  }

  /** Keeps of a list the names whose words, in any order, may begin with the tokens: those of which the bits are set. Answers how many. */
  filterAll(names: Uint32Array, size: number, tokens = this.#all): number {
    const masks = this.#masks;
    const numbers = this.#numbers;
    let left = 0;
    for (let at = 0; at < size; at++) {
      const number = numbers[names[at]!]!;
      const found = number >= 0 ? anyIn(masks, number) : this.#inAnyOrder(number);
      if ((found & tokens) === tokens) names[left++] = names[at]!;
    }
    return left;
  }

  /** How many words the name has, where its first ones may begin with the tokens; else 0. */
  leadingWordCount(name: number): number {
    let number = this.#numbers[name]!;
    let more = this.#names + ~number;
    if (number < 0) number = this.#numbers[more]!;
    for (let words = 0; ; number = this.#numbers[++more]!) {
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
    const numbers = this.#numbers;
    const counted = countedBits(rarest);
    const wanted = wantedBits(rarest);
    let size = at;
    for (let name = from; name < to && size < most; name++) {
      const number = numbers[name]!;
      const differs = (number & counted) ^ wanted;
      // No word of it is 0.
      if (number >= 0 && ((differs - LOWEST) & ~differs & HIGHEST) === 0) continue;
      if (isOrdered ? this.#inOrder(number) : this.#inAnyOrder(number) === this.#all) into[size++] = name;
    }
    return size;
  }

  /**
   * Goes on through a list of names that have words that begin with all tokens but `token`, up to a place in it, or until so many were
   * selection in all; `isOrdered`: so many with the tokens in order.
   */
  select(selection: Selection, token: string, to: number, isOrdered: boolean, most: number): void {
    const numbers = this.#numbers;
    const { names, having } = selection;
    const counted = countedBits(token);
    const wanted = wantedBits(token);
    let { at, size, ordered } = selection;
    for (; at < to && (isOrdered ? ordered : size) < most; at++) {
      const name = names[at]!;
      const number = numbers[name]!;
      const differs = (number & counted) ^ wanted;
      // No word of it is 0.
      if (number >= 0 ? ((differs - LOWEST) & ~differs & HIGHEST) === 0 : this.#inAnyOrder(number) !== this.#all) continue;
      having[size++] = name;
      if (this.#inOrder(number)) ordered++;
    }
    selection.at = at;
    selection.size = size;
    selection.ordered = ordered;
  }

  #inOrder(number: number): boolean {
    const masks = this.#masks;
    if (number >= 0) return orderedIn(masks, number, 0) === this.#tokens;
    let tokens = 0;
    for (let more = this.#names + ~number; ; more++) {
      const next = this.#numbers[more]!;
      tokens = orderedIn(masks, next, tokens);
      if ((next & GOES_ON) === 0) return tokens === this.#tokens;
    }
  }

  #inAnyOrder(number: number): number {
    const masks = this.#masks;
    if (number >= 0) return anyIn(masks, number);
    let tokens = 0;
    for (let more = this.#names + ~number; ; more++) {
      const next = this.#numbers[more]!;
      tokens |= anyIn(masks, next);
      if ((next & GOES_ON) === 0) return tokens;
    }
  }
}

/**
 * Of three words in a number, one that begins with a token becomes 0 where, of the bits that count, those that are wanted are
 * taken away.
 */
function countedBits(token: string): number {
  return (token.length > 1 ? CODE : CODE & (CODE << LETTER_BITS)) * LOWEST;
}

function wantedBits(token: string): number {
  return codeOf(token.charCodeAt(0), token.length > 1 ? token.charCodeAt(1) : NO_LETTER) * LOWEST;
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
