import { byteAt, uintAt } from '../elements.ts';
import { TRIGRAMS } from './segment-head.ts';
import { readVarint } from './index-reader.ts';

/** Bytes of lists per warm-up step: few enough not to delay a query. */
const STEP_BYTES = 48 * 1024;

/**
 * A 32-bit mask per name with one hashed bit per trigram (a Bloom filter of one word). If a bit of the query is missing, the
 * name cannot contain it, so most names of one list are rejected without reading the other lists.
 */
export class TrigramBitmasks {
  readonly #maskByName: Uint32Array;
  #nextList = 0;

  constructor(names: number) {
    this.#maskByName = new Uint32Array(names);
  }

  /**
   * Reads the next lists; false when all are read. `starts` has the offset of each list. `readLists` returns the bytes that contain a range
   * of lists, and where in them the range begins; if it throws on a cache miss, call this again.
   */
  warmUp(starts: Uint32Array, readLists: (first: number, after: number) => { bytes: Uint8Array; at: number }): boolean {
    const first = this.#nextList;
    let after = first + 1;
    while (after < TRIGRAMS && uintAt(starts, after + 1) - uintAt(starts, first) <= STEP_BYTES) after++;
    const { bytes, at: begin } = readLists(first, after);
    const offset = begin - uintAt(starts, first);
    for (let code = first; code < after; code++)
      this.#add(bytes, offset + uintAt(starts, code), offset + uintAt(starts, code + 1), trigramBit(code));
    this.#nextList = after;
    return after < TRIGRAMS;
  }

  /** Sets the bit of a trigram for every name of its list. A list stores the differences between the indexes of its names. */
  #add(bytes: Uint8Array, start: number, end: number, bit: number): void {
    let name = 0;
    for (let at = start; at < end;) {
      name += readVarint(bytes, at);
      while (byteAt(bytes, at++) > 0x7f);
      this.#maskByName[name]! |= bit;
    }
  }

  /** Moves the names between `from` and `to` whose masks have all bits of `bitmask` to the front. Returns where they end. */
  keep(bitmask: number, names: Uint32Array, from: number, to: number): number {
    const maskByName = this.#maskByName;
    let end = from;
    for (let at = from; at < to; at++) {
      const name = uintAt(names, at);
      names[end] = name;
      if ((~uintAt(maskByName, name) & bitmask) === 0) end++;
    }
    return end;
  }
}

/** The bit that stands for a trigram in the mask of a name. */
export function trigramBit(code: number): number {
  return 1 << (Math.imul(code, 0x9e3779b1) >>> 27);
}
