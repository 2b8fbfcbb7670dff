import { TRIGRAMS } from './segment-head.ts';
import { readVarint } from './index-reader.ts';

/** Bytes of lists per warm-up step: few enough not to delay a query. */
const STEP_BYTES = 48 * 1024;

/**
 * A 32-bit mask per name with one hashed bit per trigram (a Bloom filter of one word). If a bit of the query is missing, the
 * name cannot contain it, so most names of one list are rejected without reading the other lists.
 */
export class TrigramBitmasks {
  readonly #of: Uint32Array;
  #next = 0;

  constructor(names: number) {
    this.#of = new Uint32Array(names);
  }

  /**
   * Reads some more lists; false when done. `starts` are the offsets of the lists. `listsOf` returns the bytes of a range of lists and
   * where they begin; if it throws on a cache miss, call this again.
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

  /** Keeps the names from index `from` to `to` whose masks have all bits of `bitmask`. Returns the new end. */
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

/** The bit of a trigram. */
export function trigramBit(code: number): number {
  return 1 << (Math.imul(code, 0x9e3779b1) >>> 27);
}
