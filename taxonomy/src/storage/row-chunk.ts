import type { StoredTaxon } from './taxon-record.ts';
import { FIELD, FIELD_CODE, GROUP_CODE, ITEM_CODE, LINE_CODE, OWN_IMAGE, rowColumns, textStart } from './row-format.ts';

const decoder = new TextDecoder();

/** Offsets in a chunk, of which nearly all are below 64 kB. */
type Offsets = Uint16Array | Uint32Array;

const MOST_IN_16_BITS = 0xffff;

function offsetArray(length: number, size: number): Offsets {
  return length <= MOST_IN_16_BITS ? new Uint16Array(size) : new Uint32Array(size);
}

/** Bytes of a chunk, from its beginning. They need be good until the next call only. */
export type ReadText = (from: number, to: number) => Uint8Array;

/** One chunk, ready to be asked for single rows, which are decoded when they are. Throws where the bytes are no rows of this format. */
export class RowChunk {
  readonly size: number;
  readonly ids: Int32Array;
  /** 0 where there is none. */
  readonly parents: Int32Array;
  /** How many names of the main language lie in the rows up to and with each. */
  readonly mainEnds: Offsets;
  readonly otherEnds: Offsets;
  readonly #rarity: Int32Array | number;
  /** The chunk; where the text of rows is read when it is needed, only what stands before that. */
  readonly #bytes: Uint8Array;
  readonly #read: ReadText | null;
  /** Where in the chunk each line ends, the one of the words before those of the rows. */
  readonly #ends: Offsets;
  /** Where in the chunk the text begins: with the words that expansions rows have. */
  readonly #start: number;
  #words: string[] | null = null;
  #lastRow = -1;
  #lastLine = '';

  /** With `read`, the bytes are of use until this returns: what is needed later is read again. */
  constructor(bytes: Uint8Array, read: ReadText | null = null) {
    this.#start = textStart(bytes);
    this.#read = read;
    const own = read === null ? bytes : bytes.slice(0, wordsEnd(bytes, this.#start));
    this.#bytes = own;
    const { size, ids, parents, rarity, mainCounts, otherCounts } = rowColumns(own);
    this.size = size;
    this.ids = ids;
    this.parents = parents;
    this.#rarity = rarity;
    // Of bytes that are nobody else's the sums take the place of the counts.
    const isOwn = own !== bytes && bytes.length <= MOST_IN_16_BITS;
    this.mainEnds = sumUp(mainCounts, isOwn ? mainCounts : offsetArray(bytes.length, size));
    this.otherEnds = sumUp(otherCounts, isOwn ? otherCounts : offsetArray(bytes.length, size));
    this.#ends = lineEnds(bytes, this.#start, size + 1);
  }

  /** How many bytes it keeps in memory. */
  get weight(): number {
    const columns = [this.#bytes, this.#ends];
    if (this.mainEnds.buffer !== this.#bytes.buffer) columns.push(this.mainEnds, this.otherEnds);
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The text of a row. One is mostly asked for expansions things in turn. */
  #line(row: number): string {
    if (row === this.#lastRow) return this.#lastLine;
    const from = this.#ends[row]! + 1;
    const to = this.#ends[row + 1]!;
    const line = decoder.decode(this.#read?.(from, to) ?? this.#bytes.subarray(from, to));
    this.#lastRow = row;
    this.#lastLine = line;
    return line;
  }

  /**
   * One of the words that expansions rows have. Where a copy is too large for memory, strings of all of them, of all chunks,
   * would take more of it than the columns: there the one is looked for.
   */
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

  /** Names as they are spelled, those of the main language first, then the others in their order. */
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

  /** One of them. */
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

  /** The main name, else the first of the other languages. */
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
  if (line !== lines - 1) throw new Error('Rows are missing');
  ends[line] = bytes.length;
  return ends;
}

/** Where the words end that expansions rows have. */
function wordsEnd(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(LINE_CODE, start);
  return end === -1 ? bytes.length : end;
}

/** A name takes a byte at least, so that the sums stay below the length of the chunk. */
function sumUp(counts: Uint16Array, into: Offsets): Offsets {
  let sum = 0;
  for (let at = 0; at < counts.length; at++) into[at] = sum += counts[at]!;
  return into;
}

/** A number of a name as it is shown, by which homonyms find each other. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
