import { ByteWriter, numberBytes, varintLength } from './bytes.ts';
import { foldName } from './fold.ts';
import { INDEX_PIECE, type SegmentHead, TRIGRAMS } from './head.ts';
import { nameHash, type RowPiece } from './rows.ts';
import { grownNumbers, WordTable } from './word-table.ts';

/** Words in one block of the dictionary. */
const WORDS_IN_A_BLOCK = 64;
/** Beginnings of up to three letters are numbered like three digits to base 27, 0 for no letter. */
const PREFIXES = 27 * 27 * 27;
/** Beginnings with more places than this keep their best names ready. */
const TOP_FROM = 2048;
export const TOP_KEPT = 400;

/** Rows in one segment, at most: the room that building takes depends on it, and not on the size of a copy. */
export const ROWS_IN_A_SEGMENT = 1 << 18;

export interface BuiltSegment {
  head: SegmentHead;
  pieces: Uint8Array[];
  /** Of the displayed name of each row, by which namesakes are found over several segments. */
  hashes: Uint32Array;
  /** Of displayed names that look as if they bore a label already. */
  bracketed: Uint32Array;
}

/** The names of one section, as numbers of words. */
class Names {
  size = 0;
  words = new Uint32Array(1 << 14);
  /** Where the words of each name end. */
  ends = new Uint32Array(1 << 12);
  #length = 0;

  add(name: string, table: WordTable): void {
    const folded = foldName(name);
    if (this.#length + folded.words > this.words.length) this.words = grownNumbers(this.words);
    for (let word = 0, start = 0; word < folded.words; word++) {
      const end = folded.ends[word] ?? 0;
      this.words[this.#length++] = table.numberOf(folded.letters, start, end);
      start = end;
    }
    if (this.size === this.ends.length) this.ends = grownNumbers(this.ends);
    this.ends[this.size++] = this.#length;
  }
}

/** Takes pieces of rows, in their order, and makes the index over them. */
export class SegmentBuilder {
  readonly #words = new WordTable();
  readonly #main = new Names();
  readonly #others = new Names();
  readonly #pieces: { number: number; row: number; main: number; others: number }[] = [];
  readonly #ids: number[] = [];
  readonly #parents: number[] = [];
  #hashes = new Uint32Array(1 << 12);
  readonly #bracketed: number[] = [];

  get rows(): number {
    return this.#ids.length;
  }

  /** `number`: under which the caller keeps the piece. */
  add(piece: RowPiece, number: number): void {
    this.#pieces.push({ number, row: this.rows, main: this.#main.size, others: this.#others.size });
    let mainBefore = 0;
    for (let row = 0; row < piece.size; row++) {
      const names = piece.names(row);
      const main = (piece.mainEnds[row] ?? 0) - mainBefore;
      mainBefore += main;
      for (let at = 0; at < names.length; at++) (at < main ? this.#main : this.#others).add(names[at]!, this.#words);
      if (this.rows === this.#hashes.length) this.#hashes = grownNumbers(this.#hashes);
      const hash = nameHash(names[0] ?? '');
      this.#hashes[this.rows] = hash;
      if (names[0]?.endsWith(')') === true) this.#bracketed.push(hash);
      this.#ids.push(piece.ids[row] ?? 0);
      this.#parents.push(piece.parents[row] ?? 0);
    }
  }

  finish(): BuiltSegment {
    const order = this.#words.sorted();
    const lists = this.#lists(order);
    const out = new ByteWriter(lists.postings.length + lists.trigrams.length + this.rows * 24 + 4096);
    const dictionary = this.#dictionary(order, lists.postingEnds, out);
    const postings = out.length;
    out.append(lists.postings);
    const trigrams = out.length;
    out.append(lists.trigrams);
    const tops = out.length;
    const topCodes = [...lists.tops.keys()].toSorted((a, b) => a - b);
    const topStarts = topCodes.map((code) => {
      const start = out.length - tops;
      for (const list of lists.tops.get(code) ?? []) writeList(out, list);
      return start;
    });
    const ids = out.length;
    appendPairs(out, this.#ids);
    const parents = out.length;
    const parentCount = appendPairs(out, this.#parents);
    const bytes = out.finish();
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += INDEX_PIECE) pieces.push(bytes.slice(at, at + INDEX_PIECE));
    return {
      pieces,
      hashes: this.#hashes.slice(0, this.rows),
      bracketed: Uint32Array.from(this.#bracketed),
      head: {
        rows: this.rows,
        main_names: this.#main.size,
        names: this.#main.size + this.#others.size,
        bytes: bytes.length,
        postings,
        trigrams,
        tops,
        ids,
        parents,
        parent_count: parentCount,
        row_numbers: Uint32Array.from(this.#pieces, ({ number }) => number),
        row_firsts: Uint32Array.from(this.#pieces, ({ row }) => row),
        main_firsts: Uint32Array.from(this.#pieces, ({ main }) => main),
        other_firsts: Uint32Array.from(this.#pieces, ({ others }) => this.#main.size + others),
        ...dictionary,
        trigram_starts: lists.trigramStarts,
        top_codes: Uint32Array.from(topCodes),
        top_starts: Uint32Array.from(topStarts),
      },
    };
  }

  /** Front-coded blocks: of each word, how many letters it shares with the one before, the rest, and the length of its postings. */
  #dictionary(order: Uint32Array, postingEnds: Uint32Array, out: ByteWriter) {
    const { letters, starts } = this.#words;
    const firsts = new ByteWriter(1 << 12);
    const wordStarts: number[] = [];
    const blockStarts: number[] = [];
    const postingStarts: number[] = [];
    let before = 0;
    for (const [at, word] of order.entries()) {
      const start = starts[word] ?? 0;
      const end = starts[word + 1] ?? 0;
      const postingStart = at === 0 ? 0 : (postingEnds[order[at - 1] ?? 0] ?? 0);
      let shared = 0;
      if (at % WORDS_IN_A_BLOCK === 0) {
        wordStarts.push(firsts.length);
        blockStarts.push(out.length);
        postingStarts.push(postingStart);
        firsts.append(letters.subarray(start, end));
      } else {
        const own = starts[before] ?? 0;
        const most = Math.min(end - start, (starts[before + 1] ?? 0) - own);
        while (shared < most && letters[own + shared] === letters[start + shared]) shared++;
      }
      out.byte(shared);
      out.byte(end - start - shared);
      out.append(letters.subarray(start + shared, end));
      out.varint((postingEnds[word] ?? 0) - postingStart);
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

  /**
   * Where each word stands, which names hold each three letters, and the best names of short beginnings. Two walks over
   * all names: the first measures every list, the second writes each to its place, so nothing needs to be sorted.
   */
  #lists(order: Uint32Array) {
    const { letters, starts, size } = this.#words;
    const main = this.#main;
    const lastName = new Int32Array(size);
    const counts = new Uint32Array(size);
    const lengths = new Uint32Array(size);
    const trigramName = new Int32Array(TRIGRAMS).fill(-1);
    const trigramStarts = new Uint32Array(TRIGRAMS + 1);
    const prefixCounts = new Uint32Array(PREFIXES);
    let name = 0;
    for (const section of [main, this.#others]) {
      let from = 0;
      for (let own = 0; own < section.size; own++, name++) {
        const to = section.ends[own] ?? 0;
        let a = -1;
        let b = -1;
        for (let at = from; at < to; at++) {
          const word = section.words[at] ?? 0;
          const place = at - from;
          counts[word]! += 1;
          lengths[word]! += varintLength((name - lastName[word]!) * 8) + (place < 3 ? 0 : varintLength(place - 3));
          lastName[word] = name;
          const end = starts[word + 1]!;
          let prefix = 0;
          for (let letter = starts[word]!, step = 0; letter < end; letter++, step++) {
            const c = letters[letter]! - 97;
            if (step < 3) {
              prefix += (c + 1) * (step === 0 ? 729 : step === 1 ? 27 : 1);
              prefixCounts[prefix]! += 1;
            }
            if (a >= 0) {
              const code = a * 676 + b * 26 + c;
              const known = trigramName[code]!;
              if (known !== name) {
                trigramStarts[code + 1]! += varintLength(name - (known < 0 ? 0 : known));
                trigramName[code] = name;
              }
            }
            a = b;
            b = c;
          }
        }
        from = to;
      }
    }
    const postingEnds = new Uint32Array(size);
    let total = 0;
    for (const word of order) {
      const start = total;
      total += varintLength(counts[word]!) + lengths[word]!;
      postingEnds[word] = total;
      // From here on, where the next entry of the word goes.
      lengths[word] = start;
    }
    for (let code = 0; code < TRIGRAMS; code++) trigramStarts[code + 1]! += trigramStarts[code]!;
    const postings = new Uint8Array(total);
    const trigrams = new Uint8Array(trigramStarts[TRIGRAMS]!);
    const trigramNext = trigramStarts.slice(0, TRIGRAMS);
    for (let word = 0; word < size; word++) lengths[word] = writeVarint(postings, lengths[word]!, counts[word]!);
    const tops = new Map<number, [first: number[], any: number[]]>();
    const topLists: ([first: number[], any: number[]] | undefined)[] = [];
    for (let prefix = 0; prefix < PREFIXES; prefix++) {
      if (prefixCounts[prefix]! <= TOP_FROM) continue;
      const lists: [number[], number[]] = [[], []];
      topLists[prefix] = lists;
      tops.set(prefix, lists);
    }
    lastName.fill(0);
    trigramName.fill(-1);
    name = 0;
    for (const section of [main, this.#others]) {
      let from = 0;
      for (let own = 0; own < section.size; own++, name++) {
        const to = section.ends[own] ?? 0;
        let a = -1;
        let b = -1;
        for (let at = from; at < to; at++) {
          const word = section.words[at] ?? 0;
          const place = at - from;
          const isLast = at === to - 1 ? 1 : 0;
          let next = writeVarint(postings, lengths[word]!, (name - lastName[word]!) * 8 + (place < 3 ? place : 3) * 2 + isLast);
          if (place >= 3) next = writeVarint(postings, next, place - 3);
          lengths[word] = next;
          lastName[word] = name;
          const end = starts[word + 1]!;
          let prefix = 0;
          for (let letter = starts[word]!, step = 0; letter < end; letter++, step++) {
            const c = letters[letter]! - 97;
            if (step < 3) {
              prefix += (c + 1) * (step === 0 ? 729 : step === 1 ? 27 : 1);
              if (prefixCounts[prefix]! > TOP_FROM) keepBest(topLists[prefix], name, place);
            }
            if (a >= 0) {
              const code = a * 676 + b * 26 + c;
              const known = trigramName[code]!;
              if (known !== name) {
                trigramNext[code] = writeVarint(trigrams, trigramNext[code]!, name - (known < 0 ? 0 : known));
                trigramName[code] = name;
              }
            }
            a = b;
            b = c;
          }
        }
        from = to;
      }
    }
    return { postings, postingEnds, trigrams, trigramStarts, tops };
  }
}

function keepBest(lists: [first: number[], any: number[]] | undefined, name: number, place: number): void {
  if (lists === undefined) return;
  const [first, any] = lists;
  if (place === 0 && first.length < TOP_KEPT) first.push(name);
  if (any.length < TOP_KEPT && any[any.length - 1] !== name) any.push(name);
}

function writeList(out: ByteWriter, list: readonly number[]): void {
  out.varint(list.length);
  let before = 0;
  for (const name of list) {
    out.varint(name - before);
    before = name;
  }
}

/** Keys in order and the row of each, two columns; rows with key 0 are left out. Answers how many there are. */
function appendPairs(out: ByteWriter, keys: readonly number[]): number {
  const room = 2 ** 20;
  const pairs = new Float64Array(keys.length);
  let size = 0;
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]!;
    if (key !== 0) pairs[size++] = (key + 2 ** 31) * room + row;
  }
  const sorted = pairs.subarray(0, size).sort();
  const column = new Int32Array(size * 2);
  for (let at = 0; at < size; at++) {
    const pair = sorted[at]!;
    const key = Math.floor(pair / room);
    column[at] = key - 2 ** 31;
    column[size + at] = pair - key * room;
  }
  out.append(numberBytes(column));
  return size;
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
