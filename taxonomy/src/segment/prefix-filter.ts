import { byteAt, uintAt } from '../elements.ts';
import { TRIGRAMS, trigramAt } from './segment-head.ts';

/** Longest recorded prefix; longer matches are assumed to continue. */
const MAX_PREFIX_LETTERS = 12;
/** Bloom filter bits per word for longer prefixes, rounded up to a power of two; about one in eight absent prefixes passes. */
const BITS_PER_WORD = 16;
const A = 97;

/** One step of the FNV-1a hash. */
function hashStep(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

/** The bit of the Bloom filter for a hash, to be masked to its size. */
function bloomBit(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7;
}

/**
 * A filter over the prefixes of three or more letters of a segment's words: exact bitsets for three and four letters, a Bloom
 * filter with one hash function beyond. No false negatives. About 300 kB for 100,000 taxa.
 */
export class PrefixFilter {
  /** Exact: one bit per prefix of three and of four letters. */
  readonly #three = new Uint32Array(Math.ceil(TRIGRAMS / 32));
  readonly #four = new Uint32Array(Math.ceil((TRIGRAMS * 26) / 32));
  readonly #longer: Uint32Array;
  /** Number of Bloom filter bits, a power of two, minus one. */
  readonly #mask: number;

  constructor(words: number) {
    const size = Math.min(1 << 25, Math.max(1 << 10, 1 << (32 - Math.clz32(words * BITS_PER_WORD - 1))));
    this.#longer = new Uint32Array(size >>> 5);
    this.#mask = size - 1;
  }

  /** Adds a word. The prefixes of its first `known` letters were added with the previous word. */
  add(letters: Uint8Array, length: number, known: number): void {
    if (length < 3) return;
    const three = (byteAt(letters, 0) - A) * 676 + (byteAt(letters, 1) - A) * 26 + byteAt(letters, 2) - A;
    this.#three[three >>> 5]! |= 1 << (three & 31);
    if (length === 3) return;
    const four = three * 26 + byteAt(letters, 3) - A;
    this.#four[four >>> 5]! |= 1 << (four & 31);
    const end = Math.min(length, MAX_PREFIX_LETTERS);
    let hash = four;
    for (let at = 4; at < end; at++) {
      hash = hashStep(hash, byteAt(letters, at));
      if (at < known) continue;
      const bit = bloomBit(hash) & this.#mask;
      this.#longer[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  /** Whether some word may begin with the text. Always true for fewer than three letters. */
  mayHavePrefix(text: string): boolean {
    return text.length < 3 || this.matchEnd(text, 0) === text.length;
  }

  /**
   * The offset up to which some word may begin with the letters from `from` on: `from` if no word begins with the next three
   * letters, the length of the text if nothing excludes it.
   */
  matchEnd(text: string, from: number): number {
    const { length } = text;
    if (from + 3 > length) return from;
    const three = trigramAt(text, from);
    if (((uintAt(this.#three, three >>> 5) >>> (three & 31)) & 1) === 0) return from;
    if (from + 3 === length) return length;
    const four = three * 26 + text.charCodeAt(from + 3) - A;
    if (((uintAt(this.#four, four >>> 5) >>> (four & 31)) & 1) === 0) return from + 3;
    const end = Math.min(length, from + MAX_PREFIX_LETTERS);
    let hash = four;
    for (let at = from + 4; at < end; at++) {
      hash = hashStep(hash, text.charCodeAt(at));
      const bit = bloomBit(hash) & this.#mask;
      if (((uintAt(this.#longer, bit >>> 5) >>> (bit & 31)) & 1) === 0) return at;
    }
    return length;
  }
}
