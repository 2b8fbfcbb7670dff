import { TRIGRAMS } from './segment-head.ts';
import { readVarint } from './index-reader.ts';

/** Bytes of lists that are read in one step: direct enough that nobody waits for it. */
const STEP_BYTES = 48 * 1024;

/**
 * Of each name 32 bits that tell which groups of three letters it may hold: where one of a text's is lacking, it does not hold that
 * text. So of the names in one list most are told apart without the other lists. They follow from the lists, and are made
 * where there is time for it.
 */
export class TrigramBitmasks {
  readonly #of: Uint32Array;
  #next = 0;

  constructor(names: number) {
    this.#of = new Uint32Array(names);
  }

  /**
   * Reads some more of the lists, which begin at `starts`; false where all have been read. `listsOf`: the bytes of the lists from one to
   * before another, and where among these they begin. What it throws is thrown, to be called again.
   */
  warmUp(starts: Uint32Array, listsOf: (first: number, after: number) => { bytes: Uint8Array; at: number }): boolean {
    const first = this.#next;
    let after = first + 1;
    while (after < TRIGRAMS && starts[after + 1]! - starts[first]! <= STEP_BYTES) after++;
    const { bytes, at: begin } = listsOf(first, after);
    for (let code = first; code < after; code++)
      this.#add(bytes, begin + starts[code]! - starts[first]!, begin + starts[code + 1]! - starts[first]!, trigramBit(code));
    this.#next = after;
    return after < TRIGRAMS;
  }

  #add(bytes: Uint8Array, start: number, end: number, bit: number): void {
    let name = 0;
    for (let at = start; at < end;) {
      name += readVarint(bytes, at);
      while (bytes[at++]! > 0x7f);
      this.#of[name]! |= bit;
    }
  }

  /** Keeps, of the names from one place to another, those that may hold what a bitmask tells; answers where they end then. */
  keep(bitmask: number, names: Uint32Array, from: number, to: number): number {
    const of = this.#of;
    let end = from;
    for (let at = from; at < to; at++) {
      const name = names[at]!;
      names[end] = name;
      if ((~of[name]! & bitmask) === 0) end++;
    }
    return end;
  }
}

/** The bit of a group of three letters. */
export function trigramBit(code: number): number {
  return 1 << (Math.imul(code, 0x9e3779b1) >>> 27);
}
