import { BlockReader, packBlock, type TaxonBlock } from './block.ts';
import { fold, foldWords } from './fold.ts';
import { displayedNames } from './homonyms.ts';
import { type NameLanguages, type TaxonInput, type TaxonRecord, toRecord } from './record.ts';
import { type Match, queryOf, searchForgiven, searchSections } from './search.ts';
import { NameSection } from './section.ts';

/** Results of a search where nothing else is said (specification section 9). */
export const DEFAULT_LIMIT = 100;
export const SUGGESTION_LIMIT = 5;

/** A merge of a merge of a merge is real; a circle is a mistake in the data. */
const MERGES_FOLLOWED = 10;

/** A taxon as screens show it. `name` tells homonyms apart and is unique in its copy. */
export interface Taxon extends TaxonRecord {
  main_name: string | null;
  english_name: string | null;
}

/** `matched`: the name that was found where it is none of those shown first: "as X". */
export interface TaxonHit extends Taxon {
  match: Match;
  matched: string | null;
}

export interface IndexOptions {
  languages: NameLanguages;
  /** Words for groups in the reader's language, for the labels of homonyms; a group without one stands as it is. */
  groupLabels?: Readonly<Record<string, string>>;
  /** Ids that are no longer in the copy, and the id each was merged into. */
  merged?: readonly (readonly [from: number, into: number])[];
}

export interface SearchOptions {
  limit?: number;
  /** False: no slip of the fingers is forgiven. */
  forgive?: boolean;
}

/** One copy of the taxonomy, ready to be searched. Opened from its blocks, in their order. */
export class TaxonIndex {
  readonly size: number;
  readonly languages: NameLanguages;
  readonly groupLabels: Readonly<Record<string, string>>;
  readonly #blocks: BlockReader[];
  /** First row of each block. */
  readonly #first: number[] = [];
  readonly #sections: [main: NameSection, others: NameSection];
  readonly #rows = new Map<number, number>();
  readonly #merged: ReadonlyMap<number, number>;
  readonly #displayed: string[];
  #names: Map<string, number> | null = null;
  #children: Map<number, number[]> | null = null;

  constructor(blocks: readonly TaxonBlock[], options: IndexOptions) {
    this.languages = options.languages;
    this.groupLabels = options.groupLabels ?? {};
    this.#merged = new Map(options.merged);
    this.#blocks = blocks.map((block) => new BlockReader(block));
    let size = 0;
    for (const { block } of this.#blocks) {
      this.#first.push(size);
      for (const id of block.ids) this.#rows.set(id, size++);
    }
    this.size = size;
    this.#sections = [
      new NameSection(this.#blocks.flatMap((block) => block.main)),
      new NameSection(this.#blocks.flatMap((block) => block.others)),
    ];
    this.#displayed = displayedNames(
      this.#blocks.flatMap((block) => block.names),
      (row) => this.#record(row),
      this.groupLabels,
    );
  }

  /** Unique by id and by displayed name, before the limit is applied. Text that normalises to nothing finds nothing. */
  search(text: string, options: SearchOptions = {}): TaxonHit[] {
    const limit = options.limit ?? DEFAULT_LIMIT;
    const query = queryOf(foldWords(text));
    const hits: TaxonHit[] = [];
    const seen = new Set<number>();
    const take = (section: NameSection, name: number, match: Match) => {
      if (hits.length >= limit) return false;
      const row = this.#accepted(section.row(name));
      if (seen.has(row)) return true;
      seen.add(row);
      hits.push(this.#hit(row, section.row(name), section.name(name), match));
      return hits.length < limit;
    };
    if (limit > 0) searchSections(this.#sections, query, take);
    if (hits.length === 0 && limit > 0 && options.forgive !== false) {
      searchForgiven(this.#sections, query, (section, name) => take(section, name, 'forgiven'));
    }
    return hits;
  }

  /** A taxon by id; an id that was merged into another leads to that other. */
  byId(id: number): Taxon | null {
    let known = id;
    for (let step = 0; step < MERGES_FOLLOWED && !this.#rows.has(known); step++) known = this.#merged.get(known) ?? known;
    const row = this.#rows.get(known);
    return row === undefined ? null : this.#taxon(this.#accepted(row));
  }

  has(id: number): boolean {
    return this.#rows.has(id);
  }

  /** A taxon by its displayed name, else by any of its names as they are normalised, the best first. */
  byName(name: string): Taxon | null {
    const id = this.nameToId().get(name);
    if (id !== undefined) return this.byId(id);
    const [hit] = this.search(name, { limit: 1, forgive: false });
    return hit?.match === 'exact' ? this.byId(hit.id) : null;
  }

  /** Displayed name to id of every taxon, commonest first. */
  nameToId(): ReadonlyMap<string, number> {
    if (this.#names === null) {
      this.#names = new Map();
      for (const { block } of this.#blocks) {
        for (const id of block.ids) this.#names.set(this.#displayed[this.#names.size] ?? '', id);
      }
    }
    return this.#names;
  }

  /** The taxa directly below one, commonest first. */
  children(id: number): Taxon[] {
    this.#children ??= this.#childRows();
    return (this.#children.get(id) ?? []).map((row) => this.#taxon(row));
  }

  /** The taxa above one, the nearest first. */
  parents(id: number): Taxon[] {
    const parents: Taxon[] = [];
    const seen = new Set([id]);
    let above = this.byId(id)?.parent_id ?? null;
    while (above !== null && !seen.has(above)) {
      seen.add(above);
      const parent = this.byId(above);
      if (parent === null) break;
      parents.push(parent);
      above = parent.parent_id;
    }
    return parents;
  }

  /** Taxa of a group and a family, or of all, commonest first. */
  browse(filter: { group?: string; family?: string; rank?: string; offset?: number; limit?: number } = {}): Taxon[] {
    const found: Taxon[] = [];
    let skip = filter.offset ?? 0;
    const limit = filter.limit ?? DEFAULT_LIMIT;
    for (let row = 0; row < this.size && found.length < limit; row++) {
      const [reader, at] = this.#place(row);
      const { block } = reader;
      if (filter.group !== undefined && block.words[block.groups[at] ?? 0] !== filter.group) continue;
      if (filter.rank !== undefined && block.words[block.ranks[at] ?? 0] !== filter.rank) continue;
      if (filter.family !== undefined && block.words[(block.families[at] ?? 0) - 1] !== filter.family) continue;
      if (skip-- <= 0) found.push(this.#taxon(row));
    }
    return found;
  }

  #childRows(): Map<number, number[]> {
    const children = new Map<number, number[]>();
    let row = 0;
    for (const { block } of this.#blocks) {
      for (const parent of block.parent_ids) {
        const known = children.get(parent);
        if (known !== undefined) known.push(row);
        else if (parent !== 0) children.set(parent, [row]);
        row++;
      }
    }
    return children;
  }

  /** The row of the taxon that a row was merged into, or the row itself. */
  #accepted(row: number): number {
    let at = row;
    for (let step = 0; step < MERGES_FOLLOWED; step++) {
      const [reader, place] = this.#place(at);
      const next = this.#rows.get(reader.block.accepted_ids[place] ?? 0);
      if (next === undefined || next === at) return at;
      at = next;
    }
    return row;
  }

  #hit(row: number, foundRow: number, found: string, match: Match): TaxonHit {
    const taxon = this.#taxon(row);
    const spelled = foundRow === row ? taxon.spelled : this.#record(foundRow).spelled;
    const names = [this.languages.main, ...this.languages.others].flatMap((language) => spelled[language] ?? []);
    const written = names.find((name) => fold(name) === found) ?? found;
    const shown = [fold(this.#record(row).name), fold(taxon.scientific_name)];
    return { ...taxon, match, matched: shown.includes(found) ? null : written };
  }

  #taxon(row: number): Taxon {
    const record = this.#record(row);
    return {
      ...record,
      name: this.#displayed[row] ?? record.name,
      main_name: record.spelled[this.languages.main]?.[0] ?? null,
      english_name: record.spelled['en']?.[0] ?? null,
    };
  }

  #record(row: number): TaxonRecord {
    const [reader, at] = this.#place(row);
    return reader.record(at);
  }

  #place(row: number): [BlockReader, number] {
    let block = this.#first.length - 1;
    while (block > 0 && (this.#first[block] ?? 0) > row) block--;
    const reader = this.#blocks[block];
    if (reader === undefined) throw new RangeError(`No row ${row}`);
    return [reader, row - (this.#first[block] ?? 0)];
  }
}

/** An index straight from what a server sends, in its order; taxa without a name in the languages are left out. */
export function buildIndex(rows: Iterable<TaxonInput>, options: IndexOptions): TaxonIndex {
  const blocks: TaxonBlock[] = [];
  let records: TaxonRecord[] = [];
  let rarity = 1;
  for (const row of rows) {
    const record = toRecord(row, rarity, options.languages);
    if (record === null) continue;
    rarity++;
    records.push(record);
    if (records.length === ROWS_IN_A_BLOCK) {
      blocks.push(packBlock(records));
      records = [];
    }
  }
  if (records.length > 0) blocks.push(packBlock(records));
  return new TaxonIndex(blocks, options);
}

/** Rows in one stored value where the caller has no reason for another number. */
export const ROWS_IN_A_BLOCK = 5000;
