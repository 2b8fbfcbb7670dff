import { TRIGRAMS, trigramAt } from './segment-head.ts';

/** Longer ones are flags up to so many letters; what goes on beyond is taken to go on. */
const LONGEST = 12;
/** Bits for each word for the longer ones, or up to twice as many: one in eight that no word begins with is taken for one. */
const BITS_OF_A_WORD = 16;
const A = 97;

/** Each letter delta the whole number. */
function added(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

function trigramBit(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7;
}

/**
 * With which letters words begin, three or more of them, told without reading a dictionary. That no word begins with a text
 * is certain; that one does is likely. Some 300 kB for the words of 100,000 taxa.
 */
export class PrefixFilter {
  /** PrefixFilter of three and four letters are known for certain, from a bit for each. */
  readonly #three = new Uint32Array(Math.ceil(TRIGRAMS / 32));
  readonly #four = new Uint32Array(Math.ceil((TRIGRAMS * 26) / 32));
  readonly #longer: Uint32Array;
  /** One less than how many bits there are for the longer ones, which is a power of two. */
  readonly #mask: number;

  constructor(words: number) {
    const size = Math.min(1 << 25, Math.max(1 << 10, 1 << (32 - Math.clz32(words * BITS_OF_A_WORD - 1))));
    this.#longer = new Uint32Array(size >>> 5);
    this.#mask = size - 1;
  }

  /** Adds a word of which the first `known` letters are those of one that was added. */
  add(letters: Uint8Array, length: number, known: number): void {
    if (length < 3) return;
    const three = (letters[0]! - A) * 676 + (letters[1]! - A) * 26 + letters[2]! - A;
    this.#three[three >>> 5]! |= 1 << (three & 31);
    if (length === 3) return;
    const four = three * 26 + letters[3]! - A;
    this.#four[four >>> 5]! |= 1 << (four & 31);
    const end = Math.min(length, LONGEST);
    let hash = four;
    for (let at = 4; at < end; at++) {
      hash = added(hash, letters[at]!);
      if (at < known) continue;
      const bit = trigramBit(hash) & this.#mask;
      this.#longer[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  /** Whether words may begin with a text; of less than three letters it says nothing and answers true. */
  mayHavePrefix(text: string): boolean {
    return text.length < 3 || this.reach(text, 0) === text.length;
  }

  /**
   * Up to where words may begin with what stands in a text from some letter on: the end of the text where nothing speaks against
   * it; that letter itself where they do not even begin with its next three.
   */
  reach(text: string, from: number): number {
    const { length } = text;
    if (from + 3 > length) return from;
    const three = trigramAt(text, from);
    if (((this.#three[three >>> 5]! >>> (three & 31)) & 1) === 0) return from;
    if (from + 3 === length) return length;
    const four = three * 26 + text.charCodeAt(from + 3) - A;
    if (((this.#four[four >>> 5]! >>> (four & 31)) & 1) === 0) return from + 3;
    const end = Math.min(length, from + LONGEST);
    let hash = four;
    for (let at = from + 4; at < end; at++) {
      hash = added(hash, text.charCodeAt(at));
      const bit = trigramBit(hash) & this.#mask;
      if (((this.#longer[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return at;
    }
    return length;
  }
}
