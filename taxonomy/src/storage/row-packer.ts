import { intAt } from '../elements.ts';
import { ByteWriter } from './bytes.ts';
import { clean, languageList, type NameLanguages, SCIENTIFIC, spelledNames, type StoredTaxon, type TaxonInput } from './taxon-record.ts';
import { BLOCK_FORMAT, FIELD_CODE, GROUP_CODE, HEADER, ITEM_CODE, LINE_CODE, OWN_IMAGE_CODE } from './row-format.ts';

/** Chunks stay below 64 kB, because browsers store larger values in separate files. */
const ROWS_PER_CHUNK = 256;
const MAX_TEXT_BYTES = 40_000;

/** Packs rows in the given order, see `RowPacker`. */
export function packRows(rows: Iterable<StoredTaxon>, languages: NameLanguages): Uint8Array[] {
  const packer = new RowPacker(languages);
  for (const row of rows) packer.add(row);
  return packer.finish();
}

/**
 * Packs rows, in the order in which they are added, into chunks that can be decoded independently. A chunk has numeric columns (rarity
 * key unless keys count up by one, id, parent, number of names in the main, the other and the foreign languages), then text with one
 * line per row.
 */
export class RowPacker {
  readonly #languages: readonly string[];
  readonly #scientific: number;
  /** Where the foreign languages begin. */
  readonly #foreign: number;
  /** The current row's preferred name in each language. */
  readonly #firsts: string[];
  readonly #chunks: Uint8Array[] = [];
  readonly #lines = new ByteWriter();
  readonly #counts = new Uint16Array(ROWS_PER_CHUNK * 3);
  readonly #ids = new Int32Array(ROWS_PER_CHUNK);
  readonly #parents = new Int32Array(ROWS_PER_CHUNK);
  readonly #rarity = new Int32Array(ROWS_PER_CHUNK);
  #strings = new StringTable();
  #size = 0;

  constructor(languages: NameLanguages) {
    this.#languages = languageList(languages);
    this.#scientific = this.#languages.indexOf(SCIENTIFIC);
    this.#foreign = 1 + languages.others.length;
    this.#firsts = this.#languages.map(() => '');
  }

  add(row: StoredTaxon): void {
    const out = this.#lines;
    out.byte(LINE_CODE);
    for (let place = 0; place < this.#languages.length; place++) {
      if (place > 0) out.byte(GROUP_CODE);
      const spelled = row.spelled[this.#languages[place]!];
      if (spelled !== undefined) this.#writeNames(spelled, place);
    }
    this.#endLine(row, row.rarity, row.spelled[SCIENTIFIC]?.[0] === row.scientific_name ? '' : row.scientific_name);
  }

  /**
   * Packs the row that `toStored` would return, without creating it, because that would be most of the work of an import. Returns
   * false if the taxon has no name in any of the languages but foreign ones.
   */
  addInput(input: TaxonInput, rarity: number): boolean {
    const out = this.#lines;
    const start = out.length;
    const languages = this.#languages;
    const firsts = this.#firsts;
    // A taxon has few of the many possible languages, so iterating over its names beats looking up each language.
    for (const language in input.names) {
      const place = languages.indexOf(language);
      if (place >= 0) firsts[place] = input.names[language] ?? '';
    }
    let hasSynonyms = false;
    for (const language in input.name_synonyms) if (languages.includes(language)) hasSynonyms = true;
    let isNamed = false;
    let isScientific = false;
    out.byte(LINE_CODE);
    for (let place = 0; place < languages.length; place++) {
      if (place > 0) out.byte(GROUP_CODE);
      const before = out.length;
      const first = firsts[place]!;
      if (hasSynonyms) this.#writeNames(spelledNames(input, languages[place]!) ?? [], place);
      else if (first !== '') {
        if (!out.plainText(first)) out.text(clean(first));
        if (out.length > before) this.#count(place, 1);
      }
      firsts[place] = '';
      if (out.length === before) continue;
      if (place < this.#foreign) isNamed = true;
      if (place === this.#scientific) isScientific = true;
    }
    if (isNamed) this.#endLine(input, rarity, isScientific ? '' : input.name);
    else {
      out.length = start;
      for (let section = 0; section < 3; section++) this.#counts[section * ROWS_PER_CHUNK + this.#size] = 0;
    }
    return isNamed;
  }

  #writeNames(spelled: readonly string[], place: number): void {
    for (let name = 0; name < spelled.length; name++) {
      if (name > 0) this.#lines.byte(ITEM_CODE);
      this.#lines.text(spelled[name]!);
    }
    this.#count(place, spelled.length);
  }

  /** Counts names of the current row in its section: main language, others, foreign ones. */
  #count(place: number, names: number): void {
    const section = place === 0 ? 0 : place < this.#foreign ? 1 : 2;
    this.#counts[section * ROWS_PER_CHUNK + this.#size]! += names;
  }

  /** Writes the fields after the names. `scientific`: empty if it is the first scientific name of the row. */
  #endLine(row: Pick<TaxonInput, keyof TaxonInput & keyof StoredTaxon>, rarity: number, scientific: string): void {
    const out = this.#lines;
    const strings = this.#strings;
    out.byte(FIELD_CODE);
    out.digits(strings.numberOf(row.rank));
    out.byte(FIELD_CODE);
    out.digits(strings.numberOf(row.group));
    out.byte(FIELD_CODE);
    if (row.family !== null) out.digits(strings.numberOf(row.family));
    out.byte(FIELD_CODE);
    out.digits(row.rarity_class);
    out.byte(FIELD_CODE);
    if (row.external_observation_count !== 0) out.digits(row.external_observation_count);
    out.byte(FIELD_CODE);
    if (row.accepted_id !== null) out.digits(row.accepted_id);
    out.byte(FIELD_CODE);
    if (scientific !== '' && !out.plainText(scientific)) out.text(clean(scientific));
    out.byte(FIELD_CODE);
    if (row.image_url) {
      const url = clean(row.image_url);
      if (isOwnImage(url, row.id)) out.byte(OWN_IMAGE_CODE);
      else out.text(url);
    }
    out.byte(FIELD_CODE);
    if (row.image_attribution && !out.plainText(row.image_attribution)) out.text(clean(row.image_attribution));
    const at = this.#size++;
    this.#ids[at] = row.id;
    this.#parents[at] = row.parent_id ?? 0;
    this.#rarity[at] = rarity;
    if (this.#size === ROWS_PER_CHUNK || out.length >= MAX_TEXT_BYTES) this.#close();
  }

  /** Returns all chunks. */
  finish(): Uint8Array[] {
    if (this.#size > 0) this.#close();
    return this.#chunks;
  }

  #close(): void {
    const size = this.#size;
    const rarity = this.#rarity.subarray(0, size);
    const first = intAt(rarity, 0);
    const isSequential = rarity.every((key, at) => key === first + at);
    const strings = this.#strings.packed();
    const lines = this.#lines.finish();
    const columns = HEADER + (isSequential ? 2 : 3) * size;
    const text = columns * 4 + size * 6;
    const bytes = new Uint8Array(text + strings.length + lines.length);
    const numbers = new Int32Array(bytes.buffer, 0, columns);
    numbers.set([BLOCK_FORMAT, size, isSequential ? 1 : 0, first, text]);
    numbers.set(this.#ids.subarray(0, size), HEADER);
    numbers.set(this.#parents.subarray(0, size), HEADER + size);
    if (!isSequential) numbers.set(rarity, HEADER + 2 * size);
    const counts = new Uint16Array(bytes.buffer, columns * 4, size * 3);
    for (let section = 0; section < 3; section++)
      counts.set(this.#counts.subarray(section * ROWS_PER_CHUNK, section * ROWS_PER_CHUNK + size), section * size);
    bytes.set(strings, text);
    bytes.set(lines, text + strings.length);
    this.#chunks.push(bytes);
    this.#strings = new StringTable();
    this.#lines.length = 0;
    this.#counts.fill(0);
    this.#size = 0;
  }
}

const BEFORE_ID = '/api/taxon/';
const AFTER_ID = '/image';

/** Whether `url` is `/api/taxon/{id}/image`, checked without building that string. */
function isOwnImage(url: string, id: number): boolean {
  let at = url.length - AFTER_ID.length - 1;
  for (let rest = id; rest > 0; rest = Math.floor(rest / 10)) {
    if (url.charCodeAt(at--) !== 48 + (rest % 10)) return false;
  }
  return id > 0 && at === BEFORE_ID.length - 1 && url.startsWith(BEFORE_ID) && url.endsWith(AFTER_ID);
}

/** Strings that several rows of a chunk share, each written once. */
class StringTable {
  readonly #numbers = new Map<string, number>();
  /** The same strings before cleaning. */
  readonly #spelled = new Map<string, number>();

  numberOf(spelled: string): number {
    const known = this.#spelled.get(spelled);
    if (known !== undefined) return known;
    const word = clean(spelled);
    const number = this.#numbers.get(word) ?? this.#numbers.size;
    this.#numbers.set(word, number);
    this.#spelled.set(spelled, number);
    return number;
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
