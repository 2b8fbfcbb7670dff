import { byteAt, floatAt, intAt, shortAt, uintAt } from '../elements.ts';
import { ByteWriter, numberBytes } from '../storage/bytes.ts';
import { MAX_WORD_LETTERS } from '../text/fold.ts';
import { NameSection } from './name-section.ts';
import { INDEX_CHUNK_BYTES, type SegmentHead, TRIGRAMS, WORDS_PER_BLOCK } from '../segment/segment-head.ts';
import { appendFingerprints } from '../segment/word-prefix-fingerprints.ts';
import { NameReader } from './name-reader.ts';
import { WordPostings } from './word-postings.ts';
import { rowColumns } from '../storage/row-format.ts';
import { appendTopK } from './top-k-lists.ts';
import { grown, WordTable } from './word-table.ts';

/** While writing a long part of the index, flush after this many chunks. */
const CHUNKS_PER_FLUSH = 16;
const CLOSING_BRACKET = 0x29;

/** Maximum rows per segment. Bounds the memory of a build, whatever the size of the copy. */
export const MAX_SEGMENT_ROWS = 1 << 18;

/** Segments with at least this many names get word-prefix fingerprints; for smaller ones, reading the postings is as fast. */
const FINGERPRINT_MIN_NAMES = 1 << 18;

/** The fields of a segment head that follow from the index. */
interface IndexParts {
  offsets: Pick<SegmentHead, 'bytes' | 'postings' | 'trigrams' | 'top_k' | 'ids' | 'parents' | 'parent_count'>;
  lists: Pick<
    SegmentHead,
    'word_letters' | 'word_starts' | 'block_starts' | 'posting_starts' | 'trigram_starts' | 'top_codes' | 'top_starts'
  >;
}

export interface BuiltSegment extends BuiltHead {
  chunks: Uint8Array[];
}

export interface BuiltHead {
  head: SegmentHead;
  /** `nameHash` of each row's displayed name, to find homonyms across segments. */
  nameHashes: Uint32Array;
  /** Hashes of displayed names that already look like a labelled name, that is, end with a bracket. */
  labelLikeHashes: Uint32Array;
}

/** Builds the index of one segment from row chunks, added in rarity order. */
export class SegmentBuilder {
  readonly #reader = new NameReader();
  readonly #words = new WordTable();
  readonly #main = new NameSection();
  readonly #others = new NameSection();
  readonly #foreign = new NameSection();
  readonly #chunks: { number: number; row: number; main: number; others: number; foreign: number }[] = [];
  rows = 0;
  #ids = new Int32Array(1 << 12);
  #parents = new Int32Array(1 << 12);
  #nameHashes = new Uint32Array(1 << 12);
  readonly #labelLikeHashes: number[] = [];
  readonly #fingerprintsFrom: number;

  constructor(fingerprintsFrom = FINGERPRINT_MIN_NAMES) {
    this.#fingerprintsFrom = fingerprintsFrom;
  }

  /** Adds a chunk made by `RowPacker`. `number` is the number it is stored under. Throws if the chunk is inconsistent. */
  add(chunk: Uint8Array, number: number): void {
    const { size, ids, parents, mainCounts, otherCounts, text } = rowColumns(chunk);
    this.#chunks.push({ number, row: this.rows, main: this.#main.size, others: this.#others.size, foreign: this.#foreign.size });
    while (this.rows + size > this.#ids.length) {
      this.#ids = grown(this.#ids);
      this.#parents = grown(this.#parents);
      this.#nameHashes = grown(this.#nameHashes);
    }
    this.#ids.set(ids, this.rows);
    this.#parents.set(parents, this.rows);
    const reader = this.#reader;
    reader.open(text);
    for (let row = 0; row < size; row++) {
      if (!reader.hasRow) throw new Error('The chunk has fewer rows than its header says');
      const main = shortAt(mainCounts, row);
      const close = main + shortAt(otherCounts, row);
      for (let name = 0; reader.nextName(); name++) {
        if (name === 0) this.#addDisplayName(reader);
        (name < main ? this.#main : name < close ? this.#others : this.#foreign).add(reader, this.#words);
      }
      this.rows++;
    }
    if (reader.hasRow) throw new Error('The chunk has more rows than its header says');
  }

  #addDisplayName(reader: NameReader): void {
    const hash = reader.hash();
    this.#nameHashes[this.rows] = hash;
    if (reader.endsWith(CLOSING_BRACKET)) this.#labelLikeHashes.push(hash);
  }

  /** Returns the head and all index chunks. */
  finish(): BuiltSegment {
    const chunks: Uint8Array[] = [];
    return { ...this.finishInto((chunk) => chunks.push(chunk)), chunks };
  }

  /** Returns the head and passes each index chunk to `emit` as soon as it is complete, so that storing overlaps with building. */
  finishInto(emit: (chunk: Uint8Array) => void): BuiltHead {
    const index = this.#writeIndex(emit);
    const close = this.#main.size + this.#others.size;
    return {
      nameHashes: this.#nameHashes.slice(0, this.rows),
      labelLikeHashes: Uint32Array.from(this.#labelLikeHashes),
      head: {
        rows: this.rows,
        main_names: this.#main.size,
        close_names: close,
        names: close + this.#foreign.size,
        ...index.offsets,
        row_numbers: Uint32Array.from(this.#chunks, ({ number }) => number),
        row_firsts: Uint32Array.from(this.#chunks, ({ row }) => row),
        main_firsts: Uint32Array.from(this.#chunks, ({ main }) => main),
        other_firsts: Uint32Array.from(this.#chunks, ({ others }) => this.#main.size + others),
        foreign_firsts: Uint32Array.from(this.#chunks, ({ foreign }) => close + foreign),
        ...index.lists,
      },
    };
  }

  /** Writes the parts of the index in order (DESIGN.md, byte layout). Returns what the head has to know about them. */
  #writeIndex(emit: (chunk: Uint8Array) => void): IndexParts {
    const sections = [this.#main, this.#others, this.#foreign];
    const order = this.#words.sorted();
    const wordPostings = new WordPostings(sections, order);
    const out = new ByteWriter(wordPostings.length * 4 + this.rows * 24 + 4096);
    const flush = chunkFlusher(out, emit);
    const dictionary = this.#dictionary(order, wordPostings.ends, out);
    flush(INDEX_CHUNK_BYTES);
    const postings = out.length;
    wordPostings.appendTo(out);
    flush(INDEX_CHUNK_BYTES);
    const trigrams = out.length;
    const trigramStarts = appendTrigrams(sections, out, () => flush(CHUNKS_PER_FLUSH * INDEX_CHUNK_BYTES));
    flush(INDEX_CHUNK_BYTES);
    const topK = out.length;
    const { codes, starts } = appendTopK(out, this.#words, wordPostings.counts, sections);
    const ids = out.length;
    appendSortedPairs(out, this.#ids.subarray(0, this.rows));
    const parents = out.length;
    const parentCount = appendSortedPairs(out, this.#parents.subarray(0, this.rows));
    if (sections.reduce((names, { size }) => names + size, 0) >= this.#fingerprintsFrom) appendFingerprints(out, this.#words, sections);
    flush(1);
    return {
      offsets: { bytes: out.length, postings, trigrams, top_k: topK, ids, parents, parent_count: parentCount },
      lists: { ...dictionary, trigram_starts: trigramStarts, top_codes: codes, top_starts: starts },
    };
  }

  /**
   * Writes the dictionary in front-coded blocks. Per word: number of letters shared with the previous word, the remaining letters, and
   * the byte length of its postings.
   */
  #dictionary(order: Uint32Array, postingEnds: Uint32Array, out: ByteWriter) {
    const { letters, starts } = this.#words;
    const firsts = new ByteWriter(1 << 12);
    const wordStarts: number[] = [];
    const blockStarts: number[] = [];
    const postingStarts: number[] = [];
    let before = 0;
    let postingStart = 0;
    for (let at = 0; at < order.length; at++) {
      const word = uintAt(order, at);
      const start = uintAt(starts, word);
      const end = uintAt(starts, word + 1);
      let shared = 0;
      if (at % WORDS_PER_BLOCK === 0) {
        wordStarts.push(firsts.length);
        blockStarts.push(out.length);
        postingStarts.push(postingStart);
        firsts.append(letters.subarray(start, end));
      } else {
        const own = uintAt(starts, before);
        const most = Math.min(end - start, uintAt(starts, before + 1) - own);
        while (shared < most && letters[own + shared] === letters[start + shared]) shared++;
      }
      out.reserve(MAX_WORD_LETTERS + 2);
      const { bytes } = out;
      let length = out.length;
      bytes[length++] = shared;
      bytes[length++] = end - start - shared;
      for (let letter = start + shared; letter < end; letter++) bytes[length++] = byteAt(letters, letter);
      out.length = length;
      const postingEnd = uintAt(postingEnds, word);
      out.varint(postingEnd - postingStart);
      postingStart = postingEnd;
      before = word;
    }
    wordStarts.push(firsts.length);
    blockStarts.push(out.length);
    return {
      word_letters: firsts.finish().slice(),
      word_starts: Uint32Array.from(wordStarts),
      block_starts: Uint32Array.from(blockStarts),
      posting_starts: Uint32Array.from(postingStarts),
    };
  }
}

/** Writes the trigram postings of all sections. Returns where each list begins, and where the last ends. */
function appendTrigrams(sections: readonly NameSection[], out: ByteWriter, flush: () => void): Uint32Array {
  const starts = new Uint32Array(TRIGRAMS + 1);
  const before = out.length;
  for (let code = 0; code < TRIGRAMS; code++) {
    let names = 0;
    let last = 0;
    for (const { size, trigrams } of sections) {
      trigrams.appendTo(out, code, names - last);
      const own = trigrams.last(code);
      if (own >= 0) last = names + own;
      names += size;
    }
    starts[code + 1] = out.length - before;
    if (code % 676 === 0) flush();
  }
  return starts;
}

/** A function that emits chunks of the bytes written so far, as long as at least `least` of them are not yet emitted. */
function chunkFlusher(out: ByteWriter, emit: (chunk: Uint8Array) => void): (least: number) => void {
  let flushed = 0;
  return (least) => {
    for (; out.length - flushed >= least; flushed += INDEX_CHUNK_BYTES)
      emit(out.bytes.slice(flushed, Math.min(flushed + INDEX_CHUNK_BYTES, out.length)));
  };
}

/** Writes two columns: keys in ascending order, and the row of each. Skips rows with key 0. Returns the number of pairs. */
function appendSortedPairs(out: ByteWriter, keys: Int32Array): number {
  const room = 2 ** 20;
  const pairs = new Float64Array(keys.length);
  let size = 0;
  for (let row = 0; row < keys.length; row++) {
    const key = intAt(keys, row);
    if (key !== 0) pairs[size++] = (key + 2 ** 31) * room + row;
  }
  const sorted = pairs.subarray(0, size).sort();
  const column = new Int32Array(size * 2);
  for (let at = 0; at < size; at++) {
    const pair = floatAt(sorted, at);
    const key = Math.floor(pair / room);
    column[at] = key - 2 ** 31;
    column[size + at] = pair - key * room;
  }
  out.append(numberBytes(column));
  return size;
}
