import { uintAt } from '../elements.ts';
import { type ByteWriter, varintLength } from '../storage/bytes.ts';
import type { NameSection } from './name-section.ts';

/** Per word: the last name containing it, the number of occurrences, and the length of its list, later the offset of its next entry. */
interface PostingState {
  last: Uint32Array;
  counts: Uint32Array;
  lengths: Uint32Array;
}

/**
 * The word postings: per word the number of occurrences, then for each the delta of the name, the position in it, and whether it is
 * the last word. Two passes, one that measures the lists and one that writes them in place, avoid sorting. Each loop is a separate
 * function, because engines optimise it sooner that way.
 */
export class WordPostings {
  readonly #sections: readonly NameSection[];
  readonly #state: PostingState;
  /** Total bytes. */
  readonly length: number;
  /** Where the postings of each word end. They are in dictionary order. */
  readonly ends: Uint32Array;

  constructor(sections: readonly NameSection[], order: Uint32Array) {
    const size = order.length;
    this.#sections = sections;
    this.#state = { last: new Uint32Array(size), counts: new Uint32Array(size), lengths: new Uint32Array(size) };
    let names = 0;
    for (const section of sections) {
      measure(section, names, this.#state);
      names += section.size;
    }
    this.ends = new Uint32Array(size);
    this.length = placeLists(order, this.#state, this.ends);
  }

  /** Occurrences per word. */
  get counts(): Uint32Array {
    return this.#state.counts;
  }

  /** Writes the lists. Call it only once. */
  appendTo(out: ByteWriter): void {
    out.reserve(this.length);
    const bytes = out.bytes.subarray(out.length, out.length + this.length);
    writeCounts(bytes, this.#state);
    this.#state.last.fill(0);
    let names = 0;
    for (const section of this.#sections) {
      write(section, names, this.#state, bytes);
      names += section.size;
    }
    out.length += this.length;
  }
}

function measure({ words, ends, size }: NameSection, firstName: number, { last, counts, lengths }: PostingState): void {
  let from = 0;
  for (let own = 0; own < size; own++) {
    const to = uintAt(ends, own);
    const name = firstName + own;
    for (let at = from; at < to; at++) {
      const word = uintAt(words, at);
      const distance = (name - uintAt(last, word)) * 8;
      const place = at - from;
      last[word] = name;
      counts[word]! += 1;
      let length = distance < 0x80 ? 1 : distance < 0x4000 ? 2 : varintLength(distance);
      if (place >= 3) length += varintLength(place - 3);
      lengths[word]! += length;
    }
    from = to;
  }
}

/** Turns lengths into offsets. Returns the total length. */
function placeLists(order: Uint32Array, { counts, lengths }: PostingState, ends: Uint32Array): number {
  let total = 0;
  for (let at = 0; at < order.length; at++) {
    const word = uintAt(order, at);
    const start = total;
    total += varintLength(uintAt(counts, word)) + uintAt(lengths, word);
    ends[word] = total;
    lengths[word] = start;
  }
  return total;
}

function writeCounts(bytes: Uint8Array, { counts, lengths: next }: PostingState): void {
  for (let word = 0; word < counts.length; word++) next[word] = writeVarint(bytes, uintAt(next, word), uintAt(counts, word));
}

function write({ words, ends, size }: NameSection, firstName: number, { last, lengths: next }: PostingState, bytes: Uint8Array): void {
  let from = 0;
  for (let own = 0; own < size; own++) {
    const to = uintAt(ends, own);
    const name = firstName + own;
    for (let at = from; at < to; at++) {
      const word = uintAt(words, at);
      const place = at - from;
      const value = (name - uintAt(last, word)) * 8 + (place < 3 ? place : 3) * 2 + (at === to - 1 ? 1 : 0);
      last[word] = name;
      let end = writeVarint(bytes, uintAt(next, word), value);
      if (place >= 3) end = writeVarint(bytes, end, place - 3);
      next[word] = end;
    }
    from = to;
  }
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
