import type { StoredTaxon } from './record.ts';
import { FIELD, GROUP_CODE, ITEM_CODE, LINE_CODE, OWN_IMAGE, rowColumns, textStart } from './row-format.ts';

const decoder = new TextDecoder();

/** Places in a piece, of which nearly all are below 64 kB. */
type Places = Uint16Array | Uint32Array;

function placesIn(length: number, size: number): Places {
  return length <= 0xffff ? new Uint16Array(size) : new Uint32Array(size);
}

/** Bytes of a piece, from its beginning. They need be good until the next call only. */
export type ReadText = (from: number, to: number) => Uint8Array;

/** One piece, ready to be asked for single rows, which are decoded when they are. Throws where the bytes are no rows of this format. */
export class RowPiece {
  readonly size: number;
  readonly ids: Int32Array;
  /** 0 where there is none. */
  readonly parents: Int32Array;
  /** How many names of the main language lie in the rows up to and with each. */
  readonly mainEnds: Places;
  readonly otherEnds: Places;
  readonly #rarity: Int32Array | number;
  /** Null where the text is read line by line. */
  readonly #bytes: Uint8Array | null;
  readonly #read: ReadText | null;
  /** Where in the piece each line ends, the one of the words before those of the rows. */
  readonly #ends: Places;
  /** Where in the piece the text begins. */
  readonly #start: number;
  #words: string[] | null = null;
  #lastRow = -2;
  #lastLine = '';

  /** With `read`, the bytes are of use until this returns: what is needed later is read again. */
  constructor(bytes: Uint8Array, read: ReadText | null = null) {
    const start = textStart(bytes);
    const { size, ids, parents, rarity, mainCounts, otherCounts } = rowColumns(read === null ? bytes : bytes.slice(0, start));
    this.size = size;
    this.ids = ids;
    this.parents = parents;
    this.#rarity = rarity;
    this.mainEnds = sums(mainCounts, bytes.length);
    this.otherEnds = sums(otherCounts, bytes.length);
    this.#start = start;
    this.#read = read;
    this.#bytes = read === null ? bytes : null;
    this.#ends = lineEnds(bytes, start, size + 1);
  }

  /** How many bytes it keeps in memory. */
  get weight(): number {
    return (this.#bytes?.length ?? this.size * (typeof this.#rarity === 'number' ? 8 : 12)) + this.size * 3 * this.#ends.BYTES_PER_ELEMENT;
  }

  /** The text of a row; -1 is that of the words that several have. One is mostly asked for several things in turn. */
  #line(row: number): string {
    if (row === this.#lastRow) return this.#lastLine;
    const from = row < 0 ? this.#start : this.#ends[row]! + 1;
    const to = this.#ends[row + 1]!;
    const line = decoder.decode(this.#bytes?.subarray(from, to) ?? this.#read!(from, to));
    this.#lastRow = row;
    this.#lastLine = line;
    return line;
  }

  #word(at: number): string | undefined {
    this.#words ??= this.#line(-1).split(FIELD);
    return this.#words[at];
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

function lineEnds(bytes: Uint8Array, start: number, lines: number): Places {
  const ends = placesIn(bytes.length, lines);
  let line = 0;
  for (let at = start; at < bytes.length && line < lines; at++) if (bytes[at] === LINE_CODE) ends[line++] = at;
  // The last line ends with the piece.
  if (line !== lines - 1) throw new Error('Rows are missing');
  ends[line] = bytes.length;
  return ends;
}

/** A name takes a byte at least, so that the sums stay below the length of the piece. */
function sums(counts: Uint16Array, length: number): Places {
  const ends = placesIn(length, counts.length);
  let sum = 0;
  for (let at = 0; at < counts.length; at++) ends[at] = sum += counts[at]!;
  return ends;
}

/** A number of a name as it is shown, by which namesakes find each other. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
