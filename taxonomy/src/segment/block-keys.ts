import { byteAt, uintAt } from '../elements.ts';
import type { SegmentHead } from './segment-head.ts';

/** Letters compared as one number: digits in base 27, 0 for no letter. */
export const KEY_LETTERS = 6;
/** The weight of the last of n letters in a key. */
export const KEY_WEIGHTS = Array.from({ length: KEY_LETTERS + 1 }, (_, letters) => 27 ** (KEY_LETTERS - letters));

/** The first letters of a word as a number that preserves alphabetical order, except among words that share them. */
export function prefixKey(word: string): number {
  let key = 0;
  for (let at = 0; at < KEY_LETTERS; at++) key = key * 27 + (at < word.length ? word.charCodeAt(at) - 96 : 0);
  return key;
}

/** The key of the first word of each dictionary block. */
export function blockKeys({ word_letters, word_starts, block_starts }: SegmentHead): Uint32Array {
  const keys = new Uint32Array(Math.max(block_starts.length - 1, 0));
  for (let block = 0; block < keys.length; block++) {
    const start = uintAt(word_starts, block);
    const end = uintAt(word_starts, block + 1);
    let key = 0;
    for (let at = start; at < start + KEY_LETTERS; at++) key = key * 27 + (at < end ? byteAt(word_letters, at) - 96 : 0);
    keys[block] = key;
  }
  return keys;
}

/** The first index from `from` on whose key is not less than `key`. */
export function lowerBound(keys: Uint32Array, key: number, from: number): number {
  let low = from;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (uintAt(keys, middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
