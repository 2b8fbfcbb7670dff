import { shortAt, byteAt, intAt, uintAt } from '../elements.ts';
import type { NameReader } from './name-reader.ts';
import { grown, type WordTable } from './word-table.ts';
import type { ByteWriter } from '../storage/bytes.ts';
import { TRIGRAMS } from '../segment/segment-head.ts';

/** One section of a segment's names (main language, others or foreign ones): the words of each name, and the trigram postings. */
export class NameSection {
  size = 0;
  /** Word numbers, name after name. */
  words = new Uint32Array(1 << 10);
  /** Per name, the end of its words in `words`. */
  ends = new Uint32Array(1 << 10);
  readonly trigrams = new TrigramPostings();
  #length = 0;

  /** Adds the current name of the reader. */
  add({ letters, ends, words }: NameReader, table: WordTable): void {
    if (this.#length + words > this.words.length) this.words = grown(this.words);
    let start = 0;
    for (let word = 0; word < words; word++) {
      const end = shortAt(ends, word);
      this.words[this.#length++] = table.numberOf(letters, start, end);
      start = end;
    }
    if (this.size === this.ends.length) this.ends = grown(this.ends);
    this.trigrams.add(letters, start, this.size);
    this.ends[this.size++] = this.#length;
  }
}

/** Lists grow in chunks of this many bytes, allocated from one shared buffer. */
const CHUNK = 128;
const IN_CHUNK = CHUNK - 1;

/**
 * The trigram postings of one section: for each trigram, the names containing it, delta and varint encoded. The first name of each
 * list is stored separately, because its final number depends on the preceding sections.
 */
class TrigramPostings {
  readonly #first = new Int32Array(TRIGRAMS).fill(-1);
  /**
   * Two numbers per list: last name + 1, and the offset of the next byte. An offset at a chunk boundary means that a new chunk
   * is needed.
   */
  readonly #lists = new Uint32Array(TRIGRAMS * 2);
  readonly #firstChunk = new Uint32Array(TRIGRAMS);
  /** The next chunk of the same list. Chunk 0 is unused. */
  #chunkAfter = new Uint32Array(1 << 4);
  #chunks = 1;
  #bytes = new Uint8Array((1 << 4) * CHUNK);

  /** `letters`: all words of the name without spaces. Names must come in ascending order. */
  add(letters: Uint8Array, length: number, name: number): void {
    const lists = this.#lists;
    let a = byteAt(letters, 0) - 97;
    let b = byteAt(letters, 1) - 97;
    for (let at = 2; at < length; at++) {
      const c = byteAt(letters, at) - 97;
      const list = (a * 676 + b * 26 + c) * 2;
      a = b;
      b = c;
      const before = uintAt(lists, list) - 1;
      if (before === name) continue;
      lists[list] = name + 1;
      if (before < 0) this.#first[list >>> 1] = name;
      else this.#write(list, name - before);
    }
  }

  #write(list: number, distance: number): void {
    let next = uintAt(this.#lists, list + 1);
    let rest = distance;
    for (;;) {
      if ((next & IN_CHUNK) === 0) next = this.#chunk(list >>> 1, next);
      if (rest < 0x80) break;
      this.#bytes[next++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[next++] = rest;
    this.#lists[list + 1] = next;
  }

  #chunk(code: number, end: number): number {
    const chunk = this.#chunks++;
    if (chunk === this.#chunkAfter.length) {
      this.#chunkAfter = grown(this.#chunkAfter);
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    if (end === 0) this.#firstChunk[code] = chunk;
    else this.#chunkAfter[end / CHUNK - 1] = chunk;
    return chunk * CHUNK;
  }

  /** The last name of a list, or -1. */
  last(code: number): number {
    return uintAt(this.#lists, code * 2) - 1;
  }

  /** Writes a list. `shift` is added to the number of the first name, so that it becomes a delta to the preceding name. */
  appendTo(out: ByteWriter, code: number, shift: number): void {
    const first = intAt(this.#first, code);
    if (first < 0) return;
    out.varint(first + shift);
    const end = uintAt(this.#lists, code * 2 + 1);
    if (end === 0) return;
    for (let chunk = uintAt(this.#firstChunk, code); ; chunk = uintAt(this.#chunkAfter, chunk)) {
      const from = chunk * CHUNK;
      const isLast = end > from && end <= from + CHUNK;
      out.append(this.#bytes.subarray(from, isLast ? end : from + CHUNK));
      if (isLast) return;
    }
  }
}
