import { ByteWriter } from './bytes.ts';
import { languageList, type NameLanguages, type StoredTaxon } from './record.ts';
import { BLOCK_FORMAT, FIELD_CODE, GROUP_CODE, HEADER, ITEM_CODE, LINE_CODE, OWN_IMAGE_CODE } from './row-format.ts';

/** A piece stays below 64 kB, above which browsers put a stored value into a file of its own. */
const ROWS_IN_A_PIECE = 256;
const MOST_TEXT = 40_000;

/** Packs rows, in the order given: see `RowPacker`. */
export function packRows(rows: Iterable<StoredTaxon>, languages: NameLanguages): Uint8Array[] {
  const packer = new RowPacker(languages);
  for (const row of rows) packer.add(row);
  return packer.finish();
}

/**
 * Packs rows, in the order in which they are added, into pieces of bytes that can be read alone: columns of numbers (rarity
 * key where it does not simply count up, id, parent, number of names in the main and in the other languages), then a text
 * with a line a row.
 */
export class RowPacker {
  readonly #languages: readonly string[];
  readonly #pieces: Uint8Array[] = [];
  readonly #lines = new ByteWriter();
  readonly #counts = new Uint16Array(ROWS_IN_A_PIECE * 2);
  readonly #ids = new Int32Array(ROWS_IN_A_PIECE);
  readonly #parents = new Int32Array(ROWS_IN_A_PIECE);
  readonly #rarity = new Int32Array(ROWS_IN_A_PIECE);
  #words = new Words();
  #size = 0;

  constructor(languages: NameLanguages) {
    this.#languages = languageList(languages);
  }

  add(row: StoredTaxon): void {
    const at = this.#size++;
    this.#ids[at] = row.id;
    this.#parents[at] = row.parent_id ?? 0;
    this.#rarity[at] = row.rarity;
    this.#lines.byte(LINE_CODE);
    writeLine(this.#lines, row, this.#languages, this.#words, this.#counts, at);
    if (this.#size === ROWS_IN_A_PIECE || this.#lines.length >= MOST_TEXT) this.#close();
  }

  /** All pieces. */
  finish(): Uint8Array[] {
    if (this.#size > 0) this.#close();
    return this.#pieces;
  }

  #close(): void {
    const size = this.#size;
    const rarity = this.#rarity.subarray(0, size);
    const first = rarity[0]!;
    const countsUp = rarity.every((key, at) => key === first + at);
    const words = this.#words.packed();
    const lines = this.#lines.finish();
    const columns = HEADER + (countsUp ? 2 : 3) * size;
    const text = columns * 4 + size * 4;
    const bytes = new Uint8Array(text + words.length + lines.length);
    const numbers = new Int32Array(bytes.buffer, 0, columns);
    numbers.set([BLOCK_FORMAT, size, countsUp ? 1 : 0, first, text]);
    numbers.set(this.#ids.subarray(0, size), HEADER);
    numbers.set(this.#parents.subarray(0, size), HEADER + size);
    if (!countsUp) numbers.set(rarity, HEADER + 2 * size);
    const counts = new Uint16Array(bytes.buffer, columns * 4, size * 2);
    counts.set(this.#counts.subarray(0, size));
    counts.set(this.#counts.subarray(ROWS_IN_A_PIECE, ROWS_IN_A_PIECE + size), size);
    bytes.set(words, text);
    bytes.set(lines, text + words.length);
    this.#pieces.push(bytes);
    this.#words = new Words();
    this.#lines.length = 0;
    this.#counts.fill(0);
    this.#size = 0;
  }
}

/** `counts`: takes how many names the row has in the main language, and in the others. */
function writeLine(
  out: ByteWriter,
  row: StoredTaxon,
  languages: readonly string[],
  words: Words,
  counts: Uint16Array,
  place: number,
): void {
  for (let at = 0; at < languages.length; at++) {
    if (at > 0) out.byte(GROUP_CODE);
    const spelled = row.spelled[languages[at]!];
    if (spelled === undefined) continue;
    counts[at === 0 ? place : ROWS_IN_A_PIECE + place]! += spelled.length;
    for (let name = 0; name < spelled.length; name++) {
      if (name > 0) out.byte(ITEM_CODE);
      out.text(spelled[name]!);
    }
  }
  out.byte(FIELD_CODE);
  out.digits(words.numberOf(row.rank));
  out.byte(FIELD_CODE);
  out.digits(words.numberOf(row.group));
  out.byte(FIELD_CODE);
  if (row.family !== null) out.digits(words.numberOf(row.family));
  out.byte(FIELD_CODE);
  out.digits(row.rarity_class);
  out.byte(FIELD_CODE);
  if (row.external_observation_count !== 0) out.digits(row.external_observation_count);
  out.byte(FIELD_CODE);
  if (row.accepted_id !== null) out.digits(row.accepted_id);
  out.byte(FIELD_CODE);
  if (row.spelled['sci']?.[0] !== row.scientific_name) out.text(row.scientific_name);
  out.byte(FIELD_CODE);
  if (row.image_url === `/api/taxon/${row.id}/image`) out.byte(OWN_IMAGE_CODE);
  else if (row.image_url !== null) out.text(row.image_url);
  out.byte(FIELD_CODE);
  if (row.image_attribution !== null) out.text(row.image_attribution);
}

/** Words that many rows of a piece have, each written once. */
class Words {
  readonly #numbers = new Map<string, number>();

  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  packed(): Uint8Array {
    const out = new ByteWriter(1 << 10);
    for (const [word, number] of this.#numbers) {
      if (number > 0) out.byte(FIELD_CODE);
      out.text(word);
    }
    return out.finish();
  }
}
