import { byteAt, intAt, shortAt, uintAt } from '../elements.ts';
import { type ByteWriter, numberBytes } from '../storage/bytes.ts';
import type { SegmentHead } from './segment-head.ts';
import type { IndexReader } from './index-reader.ts';
import type { CacheEntry, SegmentChunks } from '../storage/chunk-cache.ts';

/**
 * A fingerprint per name: the first two letters of each word, five bits per letter, 0 for no letter. Three words fill one 32-bit
 * number, from the low bits up. Names with more words store the bitwise NOT of an index into a list of such numbers instead.
 */
const LETTER_BITS = 5;
const CODE_BITS = 2 * LETTER_BITS;
const CODE = (1 << CODE_BITS) - 1;
/** The lowest and the highest bit of each of the three words. */
const LOWEST = 1 | (1 << CODE_BITS) | (1 << (2 * CODE_BITS));
const HIGHEST = LOWEST << (CODE_BITS - 1);
const WORDS_PER_NUMBER = 3;
/** In a list of numbers: another number of the same name follows. */
const CONTINUES = 1 << 30;

/** The distinct words of a segment, as its builder collects them: their letters, and where each begins. */
interface Words {
  readonly letters: Uint8Array;
  readonly starts: Uint32Array;
  readonly size: number;
}

/** The names of a section: the numbers of their words, and where those of each name end. */
interface Names {
  readonly words: Uint32Array;
  readonly ends: Uint32Array;
  readonly size: number;
}

/** Letters per word in a fingerprint. */
export const FINGERPRINT_LETTERS = 2;

/** Writes the fingerprints, aligned to four bytes, followed by the lists of numbers of names with more than three words. */
export function appendFingerprints(out: ByteWriter, table: Words, sections: readonly Names[]): void {
  while (out.length % 4 !== 0) out.byte(0);
  const codes = codesOf(table);
  const overflow: number[] = [];
  for (const section of sections) out.append(numberBytes(numbersOf(section, codes, overflow)));
  out.append(numberBytes(Int32Array.from(overflow)));
}

function codesOf({ letters, starts, size }: Words): Uint16Array {
  const codes = new Uint16Array(size);
  for (let word = 0; word < size; word++) {
    const start = uintAt(starts, word);
    codes[word] = codeOf(byteAt(letters, start), start + 1 < uintAt(starts, word + 1) ? byteAt(letters, start + 1) : NO_LETTER);
  }
  return codes;
}

const NO_LETTER = 96;

/** The code of the word s. */
const POSSESSIVE = codeOf('s'.charCodeAt(0), NO_LETTER);

function codeOf(first: number, second: number): number {
  return ((first - NO_LETTER) << LETTER_BITS) | (second - NO_LETTER);
}

function numbersOf({ words, ends, size }: Names, codes: Uint16Array, overflow: number[]): Int32Array {
  const numbers = new Int32Array(size);
  let from = 0;
  for (let name = 0; name < size; name++) {
    const to = uintAt(ends, name);
    if (to - from <= WORDS_PER_NUMBER) numbers[name] = numberOf(words, from, to, codes);
    else {
      // Negative, unlike a number of three words.
      numbers[name] = ~overflow.length;
      for (; from < to; from += WORDS_PER_NUMBER) {
        const continues = from + WORDS_PER_NUMBER < to;
        overflow.push(numberOf(words, from, continues ? from + WORDS_PER_NUMBER : to, codes) | (continues ? CONTINUES : 0));
      }
    }
    from = to;
  }
  return numbers;
}

function numberOf(words: Uint32Array, from: number, to: number, codes: Uint16Array): number {
  let number = 0;
  for (let at = to - 1; at >= from; at--) number = (number << CODE_BITS) | shortAt(codes, uintAt(words, at));
  return number;
}

/** Offset of the fingerprints in the index; 0 if there are none. */
function fingerprintsStart({ parents, parent_count, bytes, names }: SegmentHead): number {
  const start = Math.ceil((parents + parent_count * 8) / 4) * 4;
  return names > 0 && bytes >= start + names * 4 ? start : 0;
}

/** For each two-letter code, a bitmask of the tokens that a word with this code may begin with. The first `whole` tokens are whole words. */
export function tokensByPrefixCode(tokens: readonly string[], whole = 0): Uint32Array {
  const masks = new Uint32Array(1 << CODE_BITS);
  for (const [at, token] of tokens.entries()) {
    const first = token.charCodeAt(0);
    if (token.length > 1) masks[codeOf(first, token.charCodeAt(1))]! |= 1 << at;
    else for (let second = 0; second < (at < whole ? 1 : 27); second++) masks[codeOf(first, NO_LETTER + second)]! |= 1 << at;
  }
  return masks;
}

/** The names of a list whose words may begin with all tokens, in any order; found as far as needed. */
export interface Selection {
  readonly names: Uint32Array;
  /** How far the list has been processed. */
  at: number;
  /** The selected names, their number, and in how many of them the tokens may be in order. */
  readonly matching: Uint32Array;
  size: number;
  ordered: number;
}

/** Tests whether the words of names may begin with given tokens. Exact for tokens of up to two letters. */
export class WordPrefixFingerprints {
  readonly #index: IndexReader;
  readonly #chunks: SegmentChunks;
  readonly #start: number;
  readonly #names: number;
  readonly #end: number;
  /** One contiguous array, because access is random and frequent. */
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

  /** Null if the segment was built without fingerprints. */
  static of(head: SegmentHead, index: IndexReader, chunks: SegmentChunks): WordPrefixFingerprints | null {
    const start = fingerprintsStart(head);
    return start === 0 ? null : new WordPrefixFingerprints(head, index, chunks, start);
  }

  /** Sets the tokens of the query; call it before the other methods. */
  setTokens(masks: Uint32Array, tokens: number): void {
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

  /** Whether words of the name may begin with the tokens, in order. */
  areInOrder(name: number): boolean {
    return this.#inOrder(intAt(this.#numbers, name));
  }

  /** Keeps the names whose words may begin with the tokens in the bitmask, in any order. Returns how many. */
  filterAll(names: Uint32Array, size: number, tokens = this.#all): number {
    const masks = this.#masks;
    const numbers = this.#numbers;
    let left = 0;
    for (let at = 0; at < size; at++) {
      const number = intAt(numbers, uintAt(names, at));
      const found = number >= 0 ? anyIn(masks, number) : this.#inAnyOrder(number);
      if ((found & tokens) === tokens) names[left++] = uintAt(names, at);
    }
    return left;
  }

  /** The number of words of the name if its first words may begin with the tokens, else 0. */
  leadingWordCount(name: number): number {
    let number = intAt(this.#numbers, name);
    let overflow = this.#names + ~number;
    if (number < 0) number = intAt(this.#numbers, overflow);
    for (let words = 0; ; number = intAt(this.#numbers, ++overflow)) {
      for (let rest = number & ~CONTINUES; rest !== 0; rest >>>= CODE_BITS, words++) {
        if (words < this.#tokens && ((uintAt(this.#masks, rest & CODE) >>> words) & 1) === 0) return 0;
      }
      if ((number & CONTINUES) === 0) return words < this.#tokens ? 0 : words;
    }
  }

  /** Whether each word of the name may begin with one of the tokens, in order. The s of a possessive is no word (`hasInitials`). */
  mayBeInitials(name: number): boolean {
    let number = intAt(this.#numbers, name);
    let overflow = this.#names + ~number;
    if (number < 0) number = intAt(this.#numbers, overflow);
    for (let token = 0, isFirst = true; ; number = intAt(this.#numbers, ++overflow)) {
      for (let rest = number & ~CONTINUES; rest !== 0; rest >>>= CODE_BITS, isFirst = false) {
        const code = rest & CODE;
        if (code === POSSESSIVE && !isFirst) continue;
        if (token === this.#tokens || ((uintAt(this.#masks, code) >>> token) & 1) === 0) return false;
        token++;
      }
      if ((number & CONTINUES) === 0) return token === this.#tokens;
    }
  }

  /** Adds the first `most` names before `end` of which the tokens may be the initials to `found`. Returns whether there may be more. */
  findInitials(end: number, most: number, found: number[]): boolean {
    const masks = this.#masks;
    const numbers = this.#numbers;
    const isLong = this.#tokens > WORDS_PER_NUMBER;
    let name = 0;
    for (; name < end && found.length < most; name++) {
      const number = intAt(numbers, name);
      // The name has too few words, or the first one begins with another letter.
      if (number >= 0 && (isLong || (uintAt(masks, number & CODE) & 1) === 0)) continue;
      if (this.mayBeInitials(name)) found.push(name);
    }
    return name < end;
  }

  /**
   * Scans the names from `from` to `to` and writes those whose words may begin with the tokens to `into` from `at` on, until it
   * holds `most`. Returns the new end. `rarest`: the most selective token.
   */
  scan(from: number, to: number, isOrdered: boolean, rarest: string, into: Uint32Array, at: number, most: number): number {
    const numbers = this.#numbers;
    const counted = countedBits(rarest);
    const wanted = wantedBits(rarest);
    let size = at;
    for (let name = from; name < to && size < most; name++) {
      const number = intAt(numbers, name);
      const differs = (number & counted) ^ wanted;
      // No lane is zero, so no word matches.
      if (number >= 0 && ((differs - LOWEST) & ~differs & HIGHEST) === 0) continue;
      if (isOrdered ? this.#inOrder(number) : this.#inAnyOrder(number) === this.#all) into[size++] = name;
    }
    return size;
  }

  /**
   * Continues a selection from names that match all tokens but `token`, up to index `to` or until `most` names are selected
   * (with `isOrdered`: selected with the tokens in order).
   */
  select(selection: Selection, token: string, to: number, isOrdered: boolean, most: number): void {
    const numbers = this.#numbers;
    const { names, matching } = selection;
    const counted = countedBits(token);
    const wanted = wantedBits(token);
    let { at, size, ordered } = selection;
    for (; at < to && (isOrdered ? ordered : size) < most; at++) {
      const name = uintAt(names, at);
      const number = intAt(numbers, name);
      const differs = (number & counted) ^ wanted;
      // No lane is zero, so no word matches.
      if (number >= 0 ? ((differs - LOWEST) & ~differs & HIGHEST) === 0 : this.#inAnyOrder(number) !== this.#all) continue;
      matching[size++] = name;
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
    for (let overflow = this.#names + ~number; ; overflow++) {
      const next = intAt(this.#numbers, overflow);
      tokens = orderedIn(masks, next, tokens);
      if ((next & CONTINUES) === 0) return tokens === this.#tokens;
    }
  }

  #inAnyOrder(number: number): number {
    const masks = this.#masks;
    if (number >= 0) return anyIn(masks, number);
    let tokens = 0;
    for (let overflow = this.#names + ~number; ; overflow++) {
      const next = intAt(this.#numbers, overflow);
      tokens |= anyIn(masks, next);
      if ((next & CONTINUES) === 0) return tokens;
    }
  }
}

/** SIMD within a register: masked with these bits and XORed with `wantedBits`, the lane of a word that begins with the token becomes zero. */
function countedBits(token: string): number {
  return (token.length > 1 ? CODE : CODE & (CODE << LETTER_BITS)) * LOWEST;
}

function wantedBits(token: string): number {
  return codeOf(token.charCodeAt(0), token.length > 1 ? token.charCodeAt(1) : NO_LETTER) * LOWEST;
}

/** How many of the first tokens are matched in order after these three words, given how many were matched before. */
function orderedIn(masks: Uint32Array, number: number, before: number): number {
  const first = before + ((uintAt(masks, number & CODE) >>> before) & 1);
  const second = first + ((uintAt(masks, (number >>> CODE_BITS) & CODE) >>> first) & 1);
  return second + ((uintAt(masks, (number >>> (2 * CODE_BITS)) & CODE) >>> second) & 1);
}

function anyIn(masks: Uint32Array, number: number): number {
  return uintAt(masks, number & CODE) | uintAt(masks, (number >>> CODE_BITS) & CODE) | uintAt(masks, (number >>> (2 * CODE_BITS)) & CODE);
}
