import { varintLength } from './bytes.ts';
import type { GatheredNames } from './gathered-names.ts';

/** Where each word stands: how often, then of each place the distance of its name, the place in it and whether it is the last. */
export interface Postings {
  bytes: Uint8Array;
  /** By word: where its postings end. They lie in the order of the dictionary. */
  ends: Uint32Array;
  /** By word: how often it occurs. */
  counts: Uint32Array;
}

/** Two walks over all words: the first measures every list, the second writes each to its place, so nothing needs to be sorted. */
export function postingsOf(sections: readonly GatheredNames[], order: Uint32Array): Postings {
  const size = order.length;
  const last = new Uint32Array(size);
  const counts = new Uint32Array(size);
  const lengths = new Uint32Array(size);
  let name = 0;
  for (const { words, ends, size: names } of sections) {
    let from = 0;
    for (let own = 0; own < names; own++, name++) {
      const to = ends[own]!;
      for (let at = from; at < to; at++) {
        const word = words[at]!;
        const place = at - from;
        counts[word]! += 1;
        lengths[word]! += varintLength((name - last[word]!) * 8) + (place < 3 ? 0 : varintLength(place - 3));
        last[word] = name;
      }
      from = to;
    }
  }
  const ends = new Uint32Array(size);
  let total = 0;
  for (let at = 0; at < size; at++) {
    const word = order[at]!;
    const start = total;
    total += varintLength(counts[word]!) + lengths[word]!;
    ends[word] = total;
    lengths[word] = start;
  }
  const bytes = new Uint8Array(total);
  // From here on: where the next entry of each word goes.
  const next = lengths;
  for (let word = 0; word < size; word++) next[word] = writeVarint(bytes, next[word]!, counts[word]!);
  last.fill(0);
  name = 0;
  for (const { words, ends: wordEnds, size: names } of sections) {
    let from = 0;
    for (let own = 0; own < names; own++, name++) {
      const to = wordEnds[own]!;
      for (let at = from; at < to; at++) {
        const word = words[at]!;
        const place = at - from;
        const isLast = at === to - 1 ? 1 : 0;
        let end = writeVarint(bytes, next[word]!, (name - last[word]!) * 8 + (place < 3 ? place : 3) * 2 + isLast);
        if (place >= 3) end = writeVarint(bytes, end, place - 3);
        next[word] = end;
        last[word] = name;
      }
      from = to;
    }
  }
  return { bytes, ends, counts };
}

function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}
