import type { TaxonRecord } from './record.ts';

/** Version of this format. A block of another version is not read: its copy is fetched anew. */
export const BLOCK_FORMAT = 1;

/** Rows end with a line feed, fields with \u001f, languages with \u001e, names with \u001d; none of them occurs in a name. */
const LINE = '\n';
const FIELD = '\u001f';
const GROUP = '\u001e';
const ITEM = '\u001d';

/**
 * Some thousand rows in arrival order, as they lie in the device's database: columns of numbers and four long texts.
 * One such value is stored and read in a moment, where a row per taxon takes seconds. Values survive a structured clone.
 */
export interface TaxonBlock {
  format: number;
  size: number;
  rarity: Uint32Array;
  ids: Int32Array;
  /** 0 where there is none. */
  parent_ids: Int32Array;
  /** 0 where there is none. */
  accepted_ids: Int32Array;
  counts: Float64Array;
  rarity_classes: Uint8Array;
  /** Rank, group and family by number, shared by many rows. */
  words: string[];
  ranks: Uint16Array;
  groups: Uint16Array;
  /** 0 where there is none, else the number in `words` plus one. */
  families: Uint16Array;
  /** Displayed names, a line each. */
  names: string;
  /** What is shown besides, a line each: scientific name, image address, attribution, names by language. */
  shown: string;
  /** Normalised names of the main language, a line each row. */
  main: string;
  /** Normalised names of the other languages, a line each row. */
  others: string;
}

/** Packs rows in the order given. At most 65,000 rows, so that shared words can be numbered in 16 bits. */
export function packBlock(records: readonly TaxonRecord[]): TaxonBlock {
  const size = records.length;
  if (size > 65_000) throw new RangeError('At most 65,000 rows in a block');
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  const block: TaxonBlock = {
    format: BLOCK_FORMAT,
    size,
    rarity: Uint32Array.from(records, (record) => record.rarity),
    ids: Int32Array.from(records, (record) => record.id),
    parent_ids: Int32Array.from(records, (record) => record.parent_id ?? 0),
    accepted_ids: Int32Array.from(records, (record) => record.accepted_id ?? 0),
    counts: Float64Array.from(records, (record) => record.external_observation_count),
    rarity_classes: Uint8Array.from(records, (record) => record.rarity_class),
    words: [],
    // Three words a row at most, and far fewer in truth; a block that had more than 16 bits of them is refused below.
    ranks: Uint16Array.from(records, (record) => numberOf(record.rank)),
    groups: Uint16Array.from(records, (record) => numberOf(record.group)),
    families: Uint16Array.from(records, (record) => (record.family === null ? 0 : numberOf(record.family) + 1)),
    names: records.map((record) => record.name).join(LINE),
    shown: records.map(packShown).join(LINE),
    main: records.map((record) => record.names.join(ITEM)).join(LINE),
    others: records.map((record) => record.names_other_languages.join(ITEM)).join(LINE),
  };
  if (numbers.size > 65_000) throw new RangeError('Too many families in a block');
  block.words = [...numbers.keys()];
  return block;
}

function packShown(record: TaxonRecord): string {
  const spelled = Object.entries(record.spelled).map(([language, names]) => [language, ...names].join(ITEM));
  return [record.scientific_name, record.image_url ?? '', record.image_attribution ?? '', spelled.join(GROUP)].join(FIELD);
}

/** The lines of a block's texts, cut once and kept while the block is in use. */
export class BlockReader {
  readonly block: TaxonBlock;
  readonly names: string[];
  readonly main: string[];
  readonly others: string[];
  #shown: string[] | null = null;

  constructor(block: TaxonBlock) {
    this.block = block;
    this.names = lines(block.names, block.size);
    this.main = lines(block.main, block.size);
    this.others = lines(block.others, block.size);
  }

  record(row: number): TaxonRecord {
    const { block } = this;
    this.#shown ??= lines(block.shown, block.size);
    const [scientific = '', image = '', attribution = '', spelledText = ''] = (this.#shown[row] ?? '').split(FIELD);
    const spelled: Record<string, string[]> = {};
    for (const group of spelledText === '' ? [] : spelledText.split(GROUP)) {
      const [language = '', ...names] = group.split(ITEM);
      spelled[language] = names;
    }
    const family = at(block.families, row);
    return {
      rarity: at(block.rarity, row),
      id: at(block.ids, row),
      name: this.names[row] ?? '',
      names: items(this.main[row]),
      names_other_languages: items(this.others[row]),
      spelled,
      scientific_name: scientific,
      image_url: image === '' ? null : image,
      image_attribution: attribution === '' ? null : attribution,
      external_observation_count: at(block.counts, row),
      rank: block.words[at(block.ranks, row)] ?? '',
      group: block.words[at(block.groups, row)] ?? '',
      family: family === 0 ? null : (block.words[family - 1] ?? null),
      parent_id: at(block.parent_ids, row) || null,
      accepted_id: at(block.accepted_ids, row) || null,
      rarity_class: at(block.rarity_classes, row),
    };
  }
}

/** All rows of a block, in order. */
export function unpackBlock(block: TaxonBlock): TaxonRecord[] {
  const reader = new BlockReader(block);
  return Array.from({ length: block.size }, (_, row) => reader.record(row));
}

/**
 * A block with some rows replaced or taken out; the same block where none of its rows is concerned. A replaced row
 * keeps its place and its rarity key.
 */
export function reviseBlock(block: TaxonBlock, changed: ReadonlyMap<number, TaxonRecord>, removed: ReadonlySet<number>): TaxonBlock {
  if (!block.ids.some((id) => changed.has(id) || removed.has(id))) return block;
  const rows = unpackBlock(block).filter((row) => !removed.has(row.id));
  return packBlock(
    rows.map((row) => {
      const next = changed.get(row.id);
      return next === undefined ? row : { ...next, rarity: row.rarity };
    }),
  );
}

/** The normalised names of one row. */
export function items(line: string | undefined): string[] {
  return line === undefined || line === '' ? [] : line.split(ITEM);
}

function lines(text: string, size: number): string[] {
  return size === 0 ? [] : text.split(LINE);
}

function at(column: ArrayLike<number>, row: number): number {
  return column[row] ?? 0;
}
