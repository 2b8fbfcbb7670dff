import { byteAt, shortAt, uintAt } from '../elements.ts';
import { PrefixFilter } from './prefix-filter.ts';
import { lowerBound, KEY_LETTERS, KEY_WEIGHTS, prefixKey, blockKeys } from './block-keys.ts';
import { type SegmentHead, WORDS_PER_BLOCK } from './segment-head.ts';
import { type IndexReader, readVarint } from './index-reader.ts';
import { SkipEntries } from './skip-entries.ts';

/**
 * The byte ranges of postings of a word (`start` to `exactEnd`) and of all words it is a prefix of (`start` to `end`). Empty if
 * `start` equals `end`.
 */
export interface PrefixRange {
  readonly start: number;
  readonly exactEnd: number;
  readonly end: number;
}

export const EMPTY_RANGE: PrefixRange = { start: 0, exactEnd: 0, end: 0 };

/** Buffer of the decoded word. */
const wordBuffer = new Uint8Array(512);

/** Output buffer of `wordEndsBetween`: where the postings of consecutive words end. Shared, because queries are synchronous. */
export let wordEnds = new Uint32Array(1 << 12);

function growEnds(size: number): void {
  const larger = new Uint32Array(size * 2);
  larger.set(wordEnds);
  wordEnds = larger;
}

/** Lookups of prefixes of up to this many letters are cached as flags: looked up; some word begins with it; a word; not a whole name. */
const SHORT_LETTERS = 3;
const LOOKED_UP = 1;
const BEGINS = 2;
const IS_WORD = 4;
const NOT_A_WHOLE_NAME = 8;

/** Without a prefix filter, lookups of so many letters are cached too. */
const FOUR_LETTERS = 4;

/** Capacity of the cache of `tokenRange`. */
const MAX_TOKENS = 256;

type TakeWord = (letters: Uint8Array, length: number, start: number, end: number) => void;

/** Blocks per warm-up step: few enough not to delay a query. */
const BLOCKS_PER_STEP = 64;

/** A warm-up in progress, and its next block. */
interface WarmUpState {
  prefixFilter: PrefixFilter;
  skipEntries: SkipEntries;
  next: number;
}

/** The prefix dictionary: all distinct words of a segment in order, in front-coded blocks. */
export class Dictionary {
  readonly #head: SegmentHead;
  readonly #index: IndexReader;
  // Result of the last lookup: the block, the next byte in it, and the range of the word's postings.
  #block = 0;
  #next = 0;
  #start = 0;
  #exactEnd = 0;
  /** Where the postings of the next word begin. */
  #after = 0;
  /** Letters shared between the word looked up and its neighbours in the dictionary. */
  #shared = 0;
  #begins = false;
  /** The first letters of each block's first word as a number, which decides most comparisons. */
  #keys: Uint32Array | null = null;
  #shortFlags: Uint8Array | null = null;
  /** Two flags for each four letters. */
  #fourFlags: Uint8Array | null = null;
  readonly #tokenRanges = new Map<string, PrefixRange>();
  #prefixFilter: PrefixFilter | null = null;
  #skipEntries: SkipEntries | null = null;
  #warmUpState: WarmUpState | null = null;

  constructor(head: SegmentHead, index: IndexReader) {
    this.#head = head;
    this.#index = index;
  }

  /** The postings of all words beginning with `prefix`. */
  prefixRange(prefix: string): PrefixRange {
    this.#find(prefix);
    if (!this.#begins) return EMPTY_RANGE;
    return { start: this.#start, exactEnd: this.#exactEnd, end: this.#endOf(prefix) };
  }

  /** As `prefixRange`. Keeps the last results, because the phases of a search and the texts of a person who types have the same words. */
  tokenRange(token: string): PrefixRange {
    let range = this.#tokenRanges.get(token);
    if (range === undefined) {
      range = this.prefixRange(token);
      if (this.#tokenRanges.size === MAX_TOKENS) this.#tokenRanges.clear();
      this.#tokenRanges.set(token, range);
    }
    return range;
  }

  /** Whether some word begins with the letters. */
  hasPrefix(letters: string): boolean {
    if (!this.mayHavePrefix(letters)) return false;
    this.#find(letters);
    return this.#begins;
  }

  /** The postings of the word itself; null if no word begins with it. */
  wordRange(word: string): PrefixRange | null {
    this.#find(word);
    return this.#begins ? { start: this.#start, exactEnd: this.#exactEnd, end: this.#exactEnd } : null;
  }

  /** False if it is known without a lookup that no word begins with the text. */
  mayHavePrefix(text: string): boolean {
    if ((this.#shortPrefix(text) & BEGINS) === 0) return false;
    return this.#prefixFilter === null ? this.#mayBeginWithFour(text) : this.#prefixFilter.mayHavePrefix(text);
  }

  /** The prefix filter; null before `warmUp`. */
  get prefixFilter(): PrefixFilter | null {
    return this.#prefixFilter;
  }

  /**
   * Processes some more blocks for the prefix filter and the skip entries. Returns false when done. Throws on a cache miss; call it
   * again once the chunk is loaded.
   */
  warmUp(): boolean {
    const blocks = this.#head.block_starts.length - 1;
    if (this.#prefixFilter !== null || blocks < 1) return false;
    const state = (this.#warmUpState ??= {
      prefixFilter: new PrefixFilter(blocks * WORDS_PER_BLOCK),
      skipEntries: new SkipEntries(blocks),
      next: 0,
    });
    for (let count = 0; count < BLOCKS_PER_STEP && state.next < blocks; count++) this.#warmUpBlock(state);
    if (state.next < blocks) return true;
    this.#prefixFilter = state.prefixFilter;
    this.#skipEntries = state.skipEntries;
    this.#fourFlags = null;
    this.#warmUpState = null;
    return false;
  }

  #warmUpBlock(state: WarmUpState): void {
    const { block_starts: starts, posting_starts: postings } = this.#head;
    const { prefixFilter, skipEntries, next: block } = state;
    const bytes = this.#index.open(uintAt(starts, block), uintAt(starts, block + 1));
    const { at: begin, end } = this.#index;
    let posting = uintAt(postings, block);
    for (let at = begin, word = 0; at < end; word++) {
      const shared = byteAt(bytes, at++);
      const length = shared + byteAt(bytes, at++);
      for (let letter = shared; letter < length; letter++) wordBuffer[letter] = byteAt(bytes, at++);
      posting += readVarint(bytes, at);
      while (byteAt(bytes, at++) > 0x7f);
      prefixFilter.add(wordBuffer, length, shared);
      skipEntries.add(block, word, wordBuffer, length, at - begin, posting);
    }
    state.next++;
  }

  /** False if a short text is certainly not a word. */
  mayContainWord(text: string): boolean {
    return text.length > SHORT_LETTERS || (this.#shortPrefix(text) & IS_WORD) !== 0;
  }

  /** False if a short word was recorded as not being a whole name. Short words occur in very many names. */
  mayBeWholeName(text: string): boolean {
    return text.length > SHORT_LETTERS || (this.#shortPrefix(text) & NOT_A_WHOLE_NAME) === 0;
  }

  recordNotWholeName(text: string): void {
    if (text.length <= SHORT_LETTERS && this.#shortFlags !== null) this.#shortFlags[shortCode(text)]! |= NOT_A_WHOLE_NAME;
  }

  /** The cached flags of a word's first letters. */
  #shortPrefix(word: string): number {
    const length = Math.min(word.length, SHORT_LETTERS);
    const code = shortCode(word);
    const flags = (this.#shortFlags ??= new Uint8Array(27 ** SHORT_LETTERS));
    if (flags[code] === 0) {
      this.#find(word.slice(0, length));
      const found = this.#begins ? BEGINS | (this.#exactEnd > this.#start ? IS_WORD : 0) : 0;
      flags[code] = LOOKED_UP | found;
    }
    return byteAt(flags, code);
  }

  /** Without a prefix filter: whether some word begins with the first four letters, which most texts that no word begins with differ in. */
  #mayBeginWithFour(text: string): boolean {
    if (text.length < FOUR_LETTERS) return true;
    let code = 0;
    for (let at = 0; at < FOUR_LETTERS; at++) code = code * 26 + text.charCodeAt(at) - 97;
    const flags = (this.#fourFlags ??= new Uint8Array(26 ** FOUR_LETTERS / 4));
    const shift = (code & 3) * 2;
    let own = byteAt(flags, code >>> 2) >>> shift;
    if ((own & LOOKED_UP) === 0) {
      this.#find(text.slice(0, FOUR_LETTERS));
      own = LOOKED_UP | (this.#begins ? BEGINS : 0);
      flags[code >>> 2]! |= own << shift;
    }
    return (own & BEGINS) !== 0;
  }

  /** How many letters of the text are a prefix of some word. */
  longestPrefix(text: string): number {
    this.#find(text);
    return this.#shared;
  }

  /** Finds the first word not before `word`. */
  #find(word: string): void {
    const head = this.#head;
    const last = head.block_starts.length - 1;
    this.#begins = false;
    this.#shared = 0;
    if (last <= 0) return;
    const low = this.#firstBlock(word);
    const first = low < last ? sharedLetters(head.word_letters, uintAt(head.word_starts, low), uintAt(head.word_starts, low + 1), word) : 0;
    // It may be the first word of its block; then its postings length is in that block.
    if (low > 0 && !(first === word.length && word.length === uintAt(head.word_starts, low + 1) - uintAt(head.word_starts, low))) {
      if (this.#scan(low - 1, word)) return;
    }
    this.#shared = Math.max(this.#shared, first);
    if (first === word.length && low < last) this.#scan(low, word);
  }

  /** The first block whose first word is not before `word`; the number of blocks if there is none. */
  #firstBlock(word: string): number {
    const { word_letters, word_starts } = this.#head;
    const keys = (this.#keys ??= blockKeys(this.#head));
    const key = prefixKey(word);
    let low = lowerBound(keys, key, 0);
    if (word.length <= KEY_LETTERS) return low;
    let high = lowerBound(keys, key + 1, low);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(word_letters, uintAt(word_starts, middle), uintAt(word_starts, middle + 1), word) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first block from `from` on whose first word does not begin with `prefix`; earlier blocks from there do. */
  #blockAfter(prefix: string, from: number): number {
    const { word_letters, word_starts } = this.#head;
    const keys = (this.#keys ??= blockKeys(this.#head));
    const letters = Math.min(prefix.length, KEY_LETTERS);
    let high = lowerBound(keys, prefixKey(prefix) + KEY_WEIGHTS[letters]!, from);
    if (prefix.length <= KEY_LETTERS) return high;
    let low = from;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sharedLetters(word_letters, uintAt(word_starts, middle), uintAt(word_starts, middle + 1), prefix) === prefix.length)
        low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Finds the word in a block; false if all its words come before it. */
  #scan(block: number, word: string): boolean {
    const head = this.#head;
    const bytes = this.#index.open(uintAt(head.block_starts, block), uintAt(head.block_starts, block + 1));
    const { end } = this.#index;
    let { at } = this.#index;
    let posting = uintAt(head.posting_starts, block);
    // Letters that the word read last shares with the one looked up; the word read last is always before it.
    let matched = 0;
    const skips = this.#skipEntries;
    const entry = skips?.before(block, word) ?? -1;
    if (skips && entry >= 0) {
      at += shortAt(skips.next, entry);
      posting = uintAt(skips.postings, entry);
      matched = skips.sharedLetters(entry, word);
    }
    while (at < end) {
      const shared = byteAt(bytes, at++);
      const rest = byteAt(bytes, at++);
      // A word that shares more letters with its predecessor than matched differs at the same letter, so it is before the target too.
      if (shared <= matched) {
        const before = matched;
        matched = shared;
        let letter = 0;
        while (letter < rest && matched < word.length && bytes[at + letter] === word.charCodeAt(matched)) {
          letter++;
          matched++;
        }
        const isBefore = matched === word.length ? false : letter === rest ? true : byteAt(bytes, at + letter) < word.charCodeAt(matched);
        if (!isBefore) {
          this.#block = block;
          this.#shared = Math.max(before, matched);
          this.#begins = matched === word.length;
          const length = readVarint(bytes, at + rest);
          at += rest;
          while (byteAt(bytes, at++) > 0x7f);
          this.#next = at - this.#index.at;
          this.#start = posting;
          this.#exactEnd = matched === word.length && letter === rest ? posting + length : posting;
          this.#after = posting + length;
          return true;
        }
      }
      at += rest;
      posting += readVarint(bytes, at);
      while (byteAt(bytes, at++) > 0x7f);
    }
    this.#shared = matched;
    return false;
  }

  /** Where the postings end of all words beginning with the prefix found last. */
  #endOf(prefix: string): number {
    const head = this.#head;
    const end = this.#endIn(this.#block, this.#next, this.#after, prefix.length);
    if (end !== -1) return end;
    // The rest of the block matches too. Find the last block whose first word begins with the prefix.
    const last = head.block_starts.length - 1;
    const low = this.#blockAfter(prefix, this.#block + 1);
    if (low - 1 > this.#block) {
      const within = this.#endIn(low - 1, 0, uintAt(head.posting_starts, low - 1), prefix.length);
      if (within !== -1) return within;
    }
    return low < last ? uintAt(head.posting_starts, low) : this.#postingsEnd();
  }

  /** The postings offset at which words in the block stop sharing `letters` letters with their predecessor; -1 if all do. */
  #endIn(block: number, from: number, start: number, letters: number): number {
    const head = this.#head;
    const bytes = this.#index.open(uintAt(head.block_starts, block), uintAt(head.block_starts, block + 1));
    const { end } = this.#index;
    let at = this.#index.at + from;
    let posting = start;
    let isFirst = from === 0;
    while (at < end) {
      if (!isFirst && byteAt(bytes, at) < letters) return posting;
      isFirst = false;
      at += 2 + byteAt(bytes, at + 1);
      posting += readVarint(bytes, at);
      while (byteAt(bytes, at++) > 0x7f);
    }
    return -1;
  }

  /** Writes where the postings of each word in the range end into `wordEnds`. Returns the number of words. */
  wordEndsBetween(start: number, end: number): number {
    const head = this.#head;
    let words = 0;
    for (let block = floorIndex(head.posting_starts, start); words === 0 || uintAt(wordEnds, words - 1) < end; block++) {
      const bytes = this.#index.open(uintAt(head.block_starts, block), uintAt(head.block_starts, block + 1));
      const { end: blockEnd } = this.#index;
      let posting = uintAt(head.posting_starts, block);
      if (wordEnds.length < words + blockEnd - this.#index.at) growEnds(words + blockEnd - this.#index.at);
      for (let { at } = this.#index; at < blockEnd && posting < end;) {
        at += 2 + byteAt(bytes, at + 1);
        posting += readVarint(bytes, at);
        while (byteAt(bytes, at++) > 0x7f);
        if (posting > start) wordEnds[words++] = posting;
      }
    }
    return words;
  }

  #postingsEnd(): number {
    return this.#head.trigrams - this.#head.postings;
  }

  /** Calls `take` with every word whose postings lie in the range. The letters are valid until the next word. */
  forEachWord({ start: first, end: last }: PrefixRange, take: TakeWord): void {
    if (first === last) return;
    const head = this.#head;
    let block = floorIndex(head.posting_starts, first);
    for (; block < head.posting_starts.length && uintAt(head.posting_starts, block) < last; block++) {
      const bytes = this.#index.open(uintAt(head.block_starts, block), uintAt(head.block_starts, block + 1));
      const { end: blockEnd } = this.#index;
      let posting = uintAt(head.posting_starts, block);
      for (let { at } = this.#index; at < blockEnd;) {
        const shared = byteAt(bytes, at++);
        const length = shared + byteAt(bytes, at++);
        for (let letter = shared; letter < length; letter++) wordBuffer[letter] = byteAt(bytes, at++);
        const start = posting;
        posting += readVarint(bytes, at);
        while (byteAt(bytes, at++) > 0x7f);
        if (start >= last) return;
        if (start >= first) take(wordBuffer, length, start, posting);
      }
    }
  }
}

function shortCode(text: string): number {
  let code = 0;
  for (let at = 0; at < SHORT_LETTERS; at++) code = code * 27 + (at < text.length ? text.charCodeAt(at) - 96 : 0);
  return code;
}

/** The length of the common prefix. */
function sharedLetters(letters: Uint8Array, start: number, end: number, word: string): number {
  let at = 0;
  while (start + at < end && at < word.length && letters[start + at] === word.charCodeAt(at)) at++;
  return at;
}

/** Negative if the letters sort before the word, 0 if equal. */
function compare(letters: Uint8Array, start: number, end: number, word: string): number {
  for (let at = 0; start + at < end && at < word.length; at++) {
    const difference = byteAt(letters, start + at) - word.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return end - start - word.length;
}

/** The last index whose number is not greater; 0 if there is none. */
export function floorIndex(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (uintAt(numbers, middle) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
