import { foldName } from './fold.ts';
import { languageList, type NameLanguages, type StoredTaxon } from './record.ts';

/** Version of rows and index as they are stored. A copy of another version is rebuilt or fetched anew. */
export const BLOCK_FORMAT = 2;

/** Rows end with a line feed, fields with \u001f, languages with \u001e, names with \u001d; none of them occurs in a name. */
const LINE = '\n';
const FIELD = '\u001f';
const GROUP = '\u001e';
const ITEM = '\u001d';
const GROUP_CODE = 0x1e;
const ITEM_CODE = 0x1d;
/** Instead of the address that follows from the id. */
const OWN_IMAGE = '\u0001';

/** A piece stays below 64 kB, above which browsers put a stored value into a file of its own. */
const ROWS_IN_A_PIECE = 256;
const MOST_TEXT = 40_000;
const HEADER = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Packs rows, in the order given, into pieces of bytes that can be read alone: columns of numbers (rarity key where it
 * does not simply count up, id, parent, number of names in the main and in the other languages), then a text with a line
 * a row.
 */
export function packRows(rows: readonly StoredTaxon[], languages: NameLanguages): Uint8Array[] {
  const list = languageList(languages);
  const pieces: Uint8Array[] = [];
  let from = 0;
  while (from < rows.length) {
    const words = new Map<string, number>();
    const lines: string[] = [];
    const counts = new Uint16Array(ROWS_IN_A_PIECE * 2);
    let length = 0;
    while (from + lines.length < rows.length && lines.length < ROWS_IN_A_PIECE && length < MOST_TEXT) {
      const row = rows[from + lines.length];
      if (row === undefined) break;
      const line = packLine(row, list, words, counts, lines.length);
      lines.push(line);
      length += line.length;
    }
    pieces.push(packPiece(rows.slice(from, from + lines.length), counts, words, lines));
    from += lines.length;
  }
  return pieces;
}

function packPiece(
  rows: readonly StoredTaxon[],
  nameCounts: Uint16Array,
  words: ReadonlyMap<string, number>,
  lines: readonly string[],
): Uint8Array {
  const size = rows.length;
  const first = rows[0]?.rarity ?? 0;
  const countsUp = rows.every((row, at) => row.rarity === first + at);
  const text = encoder.encode([[...words.keys()].join(FIELD), ...lines].join(LINE));
  const columns = HEADER + (countsUp ? 2 : 3) * size;
  const bytes = new Uint8Array(columns * 4 + size * 4 + text.length);
  const numbers = new Int32Array(bytes.buffer, 0, columns);
  numbers.set([BLOCK_FORMAT, size, countsUp ? 1 : 0, first, columns * 4 + size * 4]);
  const counts = new Uint16Array(bytes.buffer, columns * 4, size * 2);
  let at = HEADER;
  for (const row of rows) numbers[at++] = row.id;
  for (const row of rows) numbers[at++] = row.parent_id ?? 0;
  if (!countsUp) for (const row of rows) numbers[at++] = row.rarity;
  counts.set(nameCounts.subarray(0, size));
  counts.set(nameCounts.subarray(ROWS_IN_A_PIECE, ROWS_IN_A_PIECE + size), size);
  bytes.set(text, columns * 4 + size * 4);
  return bytes;
}

/** `counts`: takes how many names the row has in the main language, and in the others. */
function packLine(row: StoredTaxon, languages: readonly string[], words: Map<string, number>, counts: Uint16Array, place: number): string {
  let names = '';
  for (let at = 0; at < languages.length; at++) {
    if (at > 0) names += GROUP;
    const spelled = row.spelled[languages[at]!];
    if (spelled === undefined) continue;
    counts[at === 0 ? place : ROWS_IN_A_PIECE + place]! += spelled.length;
    names += spelled.length === 1 ? spelled[0] : spelled.join(ITEM);
  }
  const own = row.spelled['sci']?.[0];
  const image = row.image_url === `/api/taxon/${row.id}/image` ? OWN_IMAGE : (row.image_url ?? '');
  return `${names}${FIELD}${wordNumber(words, row.rank)}${FIELD}${wordNumber(words, row.group)}${FIELD}${
    row.family === null ? '' : wordNumber(words, row.family)
  }${FIELD}${row.rarity_class}${FIELD}${row.external_observation_count || ''}${FIELD}${row.accepted_id ?? ''}${FIELD}${
    own === row.scientific_name ? '' : row.scientific_name
  }${FIELD}${image}${FIELD}${row.image_attribution ?? ''}`;
}

function wordNumber(words: Map<string, number>, word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, words.size);
  return words.size - 1;
}

/** One piece, ready to be asked for single rows. Throws where the bytes are no rows of this format. */
export class RowPiece {
  readonly size: number;
  readonly ids: Int32Array;
  /** 0 where there is none. */
  readonly parents: Int32Array;
  /** How many names of the main language lie in the rows up to and with each. */
  readonly mainEnds: Uint32Array;
  readonly otherEnds: Uint32Array;
  readonly #rarity: Int32Array | number;
  readonly #lines: string[];
  readonly #words: string[];

  constructor(bytes: Uint8Array) {
    const view = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    const header = new Int32Array(view.buffer, view.byteOffset, HEADER);
    const [format, size = 0, countsUp, first = 0, text = 0] = header;
    if (format !== BLOCK_FORMAT) throw new Error(`Rows of format ${format}`);
    this.size = size;
    const column = (at: number) => new Int32Array(view.buffer, view.byteOffset + 4 * (HEADER + at * size), size);
    this.ids = column(0);
    this.parents = column(1);
    this.#rarity = countsUp === 1 ? first : column(2);
    const counts = new Uint16Array(view.buffer, view.byteOffset + text - size * 4, size * 2);
    this.mainEnds = sums(counts.subarray(0, size));
    this.otherEnds = sums(counts.subarray(size));
    const [words = '', ...lines] = decoder.decode(view.subarray(text)).split(LINE);
    if (lines.length !== size) throw new Error('Rows are missing');
    this.#words = words.split(FIELD);
    this.#lines = lines;
  }

  rarity(row: number): number {
    return typeof this.#rarity === 'number' ? this.#rarity + row : (this.#rarity[row] ?? 0);
  }

  /** Names as they are spelled, those of the main language first, then the others in their order. */
  names(row: number): string[] {
    const line = this.#lines[row] ?? '';
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
    const line = this.#lines[row] ?? '';
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
    return this.#words[Number(this.#fields(row)[1])] ?? '';
  }

  stored(row: number, languages: readonly string[]): StoredTaxon {
    const line = this.#lines[row] ?? '';
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
      rank: this.#words[Number(rank)] ?? '',
      group: this.#words[Number(group)] ?? '',
      family: family === '' ? null : (this.#words[Number(family)] ?? null),
      parent_id: this.parents[row] || null,
      accepted_id: Number(accepted) || null,
      rarity_class: Number(rarityClass),
    };
  }

  #fields(row: number): string[] {
    return (this.#lines[row] ?? '').split(FIELD);
  }
}

function sums(counts: Uint16Array): Uint32Array {
  const ends = new Uint32Array(counts.length);
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

/** The folded words of a name, for checks that the index cannot decide. */
export function foldedText(name: string): string {
  const { letters, ends, words } = foldName(name);
  let text = '';
  for (let word = 0, at = 0; word < words; word++) {
    if (word > 0) text += ' ';
    for (const end = ends[word] ?? 0; at < end; at++) text += String.fromCharCode(letters[at] ?? 0);
  }
  return text;
}
