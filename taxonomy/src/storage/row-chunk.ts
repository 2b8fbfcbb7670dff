import { byteAt, shortAt } from '../elements.ts';
import type { StoredTaxon } from './taxon-record.ts';
import { FIELD, FIELD_CODE, GROUP_CODE, ITEM_CODE, LINE_CODE, OWN_IMAGE, rowColumns, textStart } from './row-format.ts';

const decoder = new TextDecoder();

/** Byte offsets in a chunk; nearly all chunks are below 64 kB. */
type Offsets = Uint16Array | Uint32Array;

const MAX_UINT16 = 0xffff;

const ZERO_CODE = 0x30;
const NINE_CODE = 0x39;
const WITHOUT_DIGIT = 1;
const WITH_DIGIT = 2;

function offsetArray(length: number, size: number): Offsets {
  return length <= MAX_UINT16 ? new Uint16Array(size) : new Uint32Array(size);
}

/** Reads a byte range of the chunk. The bytes need to stay valid only until the next call. */
export type ReadText = (from: number, to: number) => Uint8Array;

/** A chunk of rows that decodes single rows on demand. Throws if the bytes are not rows of the current format. */
export class RowChunk {
  readonly size: number;
  readonly ids: Int32Array;
  /** 0 if there is none. */
  readonly parents: Int32Array;
  /** Cumulative number of main-language names up to and including each row. */
  readonly mainEnds: Offsets;
  readonly otherEnds: Offsets;
  readonly foreignEnds: Offsets;
  readonly #rarity: Int32Array | number;
  /** The whole chunk, or with `#read` only the part before the row texts. */
  readonly #bytes: Uint8Array;
  readonly #read: ReadText | null;
  /** The end of each line: the line of shared strings, then one per row. */
  readonly #ends: Offsets;
  /** The start of the text, which begins with the shared strings. */
  readonly #start: number;
  #words: string[] | null = null;
  /** Per row, once asked: whether its names have a digit. */
  #digits: Uint8Array | null = null;
  #lastRow = -1;
  #lastLine = '';

  /** With `read`, `bytes` need to stay valid only until the constructor returns. */
  constructor(bytes: Uint8Array, read: ReadText | null = null) {
    this.#start = textStart(bytes);
    this.#read = read;
    const own = read === null ? bytes : bytes.slice(0, wordsEnd(bytes, this.#start));
    this.#bytes = own;
    const { size, ids, parents, rarity, mainCounts, otherCounts, foreignCounts } = rowColumns(own);
    this.size = size;
    this.ids = ids;
    this.parents = parents;
    this.#rarity = rarity;
    // A copy of the bytes is overwritten: the cumulative sums replace the counts.
    const isOwn = own !== bytes && bytes.length <= MAX_UINT16;
    this.mainEnds = sumUp(mainCounts, isOwn ? mainCounts : offsetArray(bytes.length, size));
    this.otherEnds = sumUp(otherCounts, isOwn ? otherCounts : offsetArray(bytes.length, size));
    this.foreignEnds = sumUp(foreignCounts, isOwn ? foreignCounts : offsetArray(bytes.length, size));
    this.#ends = lineEnds(bytes, this.#start, size + 1);
  }

  /** Bytes retained in memory. */
  get retainedBytes(): number {
    const columns = [this.#bytes, this.#ends];
    if (this.mainEnds.buffer !== this.#bytes.buffer) columns.push(this.mainEnds, this.otherEnds, this.foreignEnds);
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The text of a row. The last one is kept, because callers ask for several of its fields in turn. */
  #line(row: number): string {
    if (row === this.#lastRow) return this.#lastLine;
    const from = this.#ends[row]! + 1;
    const to = this.#ends[row + 1]!;
    const line = decoder.decode(this.#read?.(from, to) ?? this.#bytes.subarray(from, to));
    this.#lastRow = row;
    this.#lastLine = line;
    return line;
  }

  /** A shared string by number. If the text is not kept in memory, searches the bytes instead of caching the strings of every chunk. */
  #word(at: number): string | undefined {
    const bytes = this.#bytes;
    const end = this.#ends[0]!;
    if (this.#read === null) return (this.#words ??= decoder.decode(bytes.subarray(this.#start, end)).split(FIELD))[at];
    let left = at;
    for (let from = this.#start, to = from; from <= end; from = ++to) {
      while (to < end && bytes[to] !== FIELD_CODE) to++;
      if (left-- === 0) return decoder.decode(bytes.subarray(from, to));
    }
    return undefined;
  }

  rarity(row: number): number {
    return typeof this.#rarity === 'number' ? this.#rarity + row : (this.#rarity[row] ?? 0);
  }

  /** All names as spelled: the main language first, then the others in order. */
  names(row: number): string[] {
    const line = this.#line(row);
    const names: string[] = [];
    const groups = line.slice(0, line.indexOf(FIELD));
    let start = 0;
    for (let at = 0; at <= groups.length; at++) {
      const code = at === groups.length ? 0x1e : groups.charCodeAt(at);
      if (code !== 0x1d && code !== 0x1e) continue;
      if (at > start) names.push(groups.slice(start, at));
      start = at + 1;
    }
    return names;
  }

  /** One name by its position in `names`. */
  name(row: number, ordinal: number): string {
    const line = this.#line(row);
    let left = ordinal;
    let start = 0;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code < 0x1d || code > 0x1f) continue;
      if (at > start && left-- === 0) return line.slice(start, at);
      if (code === 0x1f) break;
      start = at + 1;
    }
    return '';
  }

  /** Whether some name of a row has a digit, without decoding it: few have. */
  hasDigits(row: number): boolean {
    const known = (this.#digits ??= new Uint8Array(this.size));
    if (known[row] === 0) known[row] = this.#findDigit(row) ? WITH_DIGIT : WITHOUT_DIGIT;
    return known[row] === WITH_DIGIT;
  }

  #findDigit(row: number): boolean {
    const from = this.#ends[row]! + 1;
    const to = this.#ends[row + 1]!;
    const bytes = this.#read?.(from, to) ?? this.#bytes.subarray(from, to);
    for (let at = 0; at < bytes.length && bytes[at] !== FIELD_CODE; at++)
      if (byteAt(bytes, at) >= ZERO_CODE && byteAt(bytes, at) <= NINE_CODE) return true;
    return false;
  }

  /** The preferred name of the main language, else of the first other language that has one. */
  displayName(row: number): string {
    return this.name(row, 0);
  }

  acceptedId(row: number): number | null {
    return Number(this.#fields(row)[6]) || null;
  }

  rank(row: number): string {
    return this.#word(Number(this.#fields(row)[1])) ?? '';
  }

  stored(row: number, languages: readonly string[]): StoredTaxon {
    const line = this.#line(row);
    const end = line.indexOf(FIELD);
    const spelled: Record<string, string[]> = {};
    let name = '';
    let language = 0;
    for (let at = 0, start = 0; at <= end; at++) {
      const code = at === end ? GROUP_CODE : line.charCodeAt(at);
      if (code !== GROUP_CODE && code !== ITEM_CODE) continue;
      const key = languages[language];
      if (at > start && key !== undefined) {
        const spelling = line.slice(start, at);
        if (name === '') name = spelling;
        const known = spelled[key];
        if (known === undefined) spelled[key] = [spelling];
        else known.push(spelling);
      }
      if (code === GROUP_CODE) language++;
      start = at + 1;
    }
    const [rank, group, family, rarityClass, count, accepted, scientific, image, attribution] = line.slice(end + 1).split(FIELD);
    const id = this.ids[row] ?? 0;
    return {
      rarity: this.rarity(row),
      id,
      name,
      spelled,
      scientific_name: scientific || (spelled['sci']?.[0] ?? ''),
      image_url: image === OWN_IMAGE ? `/api/taxon/${id}/image` : image || null,
      image_attribution: attribution || null,
      external_observation_count: Number(count),
      rank: this.#word(Number(rank)) ?? '',
      group: this.#word(Number(group)) ?? '',
      family: family === '' ? null : (this.#word(Number(family)) ?? null),
      parent_id: this.parents[row] || null,
      accepted_id: Number(accepted) || null,
      rarity_class: Number(rarityClass),
    };
  }

  #fields(row: number): string[] {
    return this.#line(row).split(FIELD);
  }
}

function lineEnds(bytes: Uint8Array, start: number, lines: number): Offsets {
  const ends = offsetArray(bytes.length, lines);
  let line = 0;
  for (let at = start; at < bytes.length && line < lines; at++) if (bytes[at] === LINE_CODE) ends[line++] = at;
  // The last line ends with the chunk.
  if (line !== lines - 1) throw new Error('The chunk has fewer rows than its header says');
  ends[line] = bytes.length;
  return ends;
}

/** Where the line of shared strings ends. */
function wordsEnd(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(LINE_CODE, start);
  return end === -1 ? bytes.length : end;
}

/** Cumulative sums. They stay below the length of the chunk, because every name takes at least one byte. */
function sumUp(counts: Uint16Array, into: Offsets): Offsets {
  let sum = 0;
  for (let at = 0; at < counts.length; at++) into[at] = sum += shortAt(counts, at);
  return into;
}

/** A 32-bit hash (FNV-1a with a final mix) of a displayed name, used to detect homonyms. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
