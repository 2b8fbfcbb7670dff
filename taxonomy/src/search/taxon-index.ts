import { Browsing, type BrowseFilter } from './row-cursor.ts';
import type { Asking } from './query-plan.ts';
import { Collector, type CopyRules } from './hit-collector.ts';
import { type Taxon, type TaxonHit, taxonOf } from './hit.ts';
import { type Find, findExact, findNamePrefix, findPart, findWordPrefix, findWordsInOrder } from './find-words.ts';
import { findForgiven } from './find-fuzzy.ts';
import { findJoined } from './find-joined.ts';
import { findJoinedParts } from './find-joined-parts.ts';
import { INDEX_CHUNK_BYTES } from '../segment/segment-head.ts';
import { labelledName, labelsOfNamesakes, NO_LABEL } from './homonyms.ts';
import { FORGIVEN_FROM } from '../text/name-predicates.ts';
import type { ChunkCache } from '../storage/chunk-cache.ts';
import { type Query, queryOf } from '../text/query.ts';
import { askingOf, type Layers, takeRanked } from './merge-segments.ts';
import { ReadNames, roomForNames } from './name-cache.ts';
import { languageList, type NameLanguages, type StoredTaxon } from '../storage/taxon-record.ts';
import { nameHash } from '../storage/row-chunk.ts';
import type { Segment } from '../segment/segment.ts';

/** Results of a search where nothing else is said (decision 0022). */
export const DEFAULT_LIMIT = 100;
export const SUGGESTION_LIMIT = 5;

/** A merge of a merge of a merge is real; a circle is a mistake in the data. */
const MERGES_FOLLOWED = 10;

export interface IndexOptions {
  languages: NameLanguages;
  /** Words for groups in the reader's language, for the labels of homonyms; a group without one stands as it is. */
  groupLabels?: Readonly<Record<string, string>>;
  /** Ids that are no longer in the copy, and the id each was merged into. */
  merged?: readonly (readonly [from: number, into: number])[];
  /** Hashes of displayed names that several taxa may bear. */
  shared?: Uint32Array;
  /** Rows that replace those of the same id, and rows that were added. */
  changes?: Segment | null;
  /** Ids whose rows in the segments are not valid: changed or removed. */
  hidden?: Iterable<number>;
  /** Of segments that are read chunk by chunk. */
  cache?: ChunkCache | null;
}

export interface SearchOptions {
  limit?: number;
  /** False: no slip of the fingers is forgiven. `only`: it is known that nothing is found without. */
  forgive?: boolean | 'only';
  /** These are left out. */
  except?: ReadonlySet<number>;
  /** Up to so many where a name is exactly the text; default `limit`. */
  exactLimit?: number;
}

/** Candidates of a class that are found beyond those wanted. */
const SPARE = 6;

/** Names that are kept as they were read, of all segments together. */
const NAMES_KEPT = 1 << 15;

/** Taxa of which it is kept which label they bear. */
const LABELS_KEPT = 100_000;

interface Place {
  segment: Segment;
  row: number;
}

const CLASSES = [
  ['exact', findExact],
  ['name_prefix', findNamePrefix],
  ['words_in_order', findWordsInOrder],
  ['joined', findJoined],
  ['joined_parts', findJoinedParts],
  ['word_prefix', findWordPrefix],
  ['part', findPart],
] as const;

/**
 * One copy of the taxonomy: its segments in order, and what changed since they were built. Answers at once where all
 * chunks are in memory; else within `ChunkCache.run`, which loads what is lacking.
 */
export class TaxonIndex implements Layers {
  readonly size: number;
  readonly languages: NameLanguages;
  readonly base: readonly Segment[];
  readonly changes: Segment | null;
  readonly cache: ChunkCache | null;
  readonly #list: string[];
  readonly #hidden: ReadonlySet<number>;
  readonly #merged: ReadonlyMap<number, number>;
  readonly #shared: ReadonlySet<number>;
  #groupLabels: Readonly<Record<string, string>>;
  /** By id: which of its labels a taxon bears. */
  #labels = new Map<number, number>();
  readonly #kept = roomForNames(NAMES_KEPT);
  readonly names: readonly ReadNames[];
  readonly #rules: CopyRules;

  /** `size`: how many rows are valid, where some are hidden. */
  constructor(segments: readonly Segment[], options: IndexOptions, size?: number) {
    this.base = segments;
    this.changes = options.changes ?? null;
    this.cache = options.cache ?? null;
    this.languages = options.languages;
    this.#list = languageList(options.languages);
    this.#groupLabels = options.groupLabels ?? {};
    this.#hidden = new Set(options.hidden);
    this.#merged = new Map(options.merged);
    this.#shared = new Set(options.shared);
    const layers = this.changes === null ? segments : [...segments, this.changes];
    // A changed row stands in the place of the one that is hidden.
    const isHidden = (segment: Segment) => (segment === this.changes ? () => false : (id: number) => this.#hidden.has(id));
    this.names = layers.map((segment, layer) => new ReadNames(segment, isHidden(segment), this.#kept, layer));
    this.#rules = {
      mainLanguage: this.languages.main,
      shared: this.#shared,
      storedOf: (layer, row) => {
        const place = { segment: layers[layer]!, row };
        const stored = this.#stored(place);
        return stored.accepted_id === null ? stored : this.#stored(this.#accepted(place));
      },
    };
    this.size = size ?? layers.reduce((sum, { head }) => sum + head.rows, 0);
  }

  get groupLabels(): Readonly<Record<string, string>> {
    return this.#groupLabels;
  }

  setGroupLabels(labels: Readonly<Record<string, string>>): void {
    this.#groupLabels = labels;
    this.#labels = new Map();
    this.#kept.fill(undefined);
  }

  /** Unique by id and by displayed name, before the limit is applied. Text that normalises to nothing finds nothing. */
  search(text: string, { limit = DEFAULT_LIMIT, exactLimit = limit, except, forgive = true }: SearchOptions = {}): TaxonHit[] {
    const query = queryOf(text);
    if (Math.max(limit, exactLimit) <= 0 || query.tokens.length === 0) return [];
    const collector = new Collector(this.names, this.#rules, Math.max(limit, exactLimit), except);
    this.#collect(query, collector, limit, forgive);
    for (const [at, read] of collector.unlabelled) {
      const hit = read.hit!;
      read.hit = Object.freeze({ ...hit, name: this.#label(hit) });
      read.isUnlabelled = false;
      collector.hits[at] = read.hit;
    }
    return collector.hits;
  }

  #collect(query: Query, collector: Collector, limit: number, forgive: boolean | 'only'): void {
    const { hits } = collector;
    const asking = askingOf(this, query);
    if (forgive !== 'only') {
      for (const [match, find] of CLASSES) {
        collector.match = match;
        this.#takeClass(asking, find, collector);
        collector.limit = limit;
        if (hits.length >= limit) return;
      }
    }
    collector.limit = limit;
    if (hits.length > 0 || forgive === false || query.tokens.every((token) => token.length < FORGIVEN_FROM)) return;
    collector.match = 'forgiven';
    for (const whole of [true, false]) {
      this.#takeClass(asking, (one, most) => findForgiven(one, whole, most), collector);
      if (hits.length >= limit) return;
    }
  }

  #takeClass(asking: readonly Asking[], find: Find, collector: Collector): void {
    // Some more than are wanted: several names of one taxon may answer, and some taxa were found already.
    for (let most = collector.hits.length + collector.wanted * 2 + SPARE; ; most *= 16) {
      if (takeRanked(this, asking, (one) => find(one, most), collector)) return;
    }
  }

  /** A taxon by id; an id that was merged into another leads to that other. */
  byId(id: number): Taxon | null {
    const place = this.#placeOf(id);
    return place === null ? null : this.#taxon(this.#stored(this.#accepted(place)));
  }

  /** Whether a row of that id is here. */
  has(id: number): boolean {
    return this.#placeOfRow(id) !== null;
  }

  /** The rarity key of the row of an id, or null. */
  rarityOf(id: number): number | null {
    const place = this.#placeOfRow(id);
    return place === null ? null : this.#stored(place).rarity;
  }

  /** A taxon by its displayed name, else by any of its names as they are normalised, the best first. */
  byName(name: string): Taxon | null {
    const [place] = this.#shownAs(name);
    if (place !== undefined) return this.#taxon(this.#stored(this.#accepted(place)));
    const labelled = this.#byLabel(name);
    if (labelled !== null) return labelled;
    const [hit] = this.search(name, { limit: 1, forgive: false });
    return hit?.match === 'exact' ? this.byId(hit.id) : null;
  }

  /** Displayed name to id of every taxon, commonest first. Only where all chunks are in memory; else see `browsing`. */
  nameToId(): ReadonlyMap<string, number> {
    return new Map(this.browse({ limit: Infinity }).map(({ name, id }) => [name, id]));
  }

  /** The taxa directly below one, commonest first. */
  children(id: number): Taxon[] {
    const below = [...this.base, ...(this.changes === null ? [] : [this.changes])].flatMap((segment) =>
      segment.rowsBelow(id).map((row) => ({ segment, row })),
    );
    for (const { segment, row } of below) segment.requestRow(row);
    this.cache?.throwIfMissing();
    return below
      .filter((place) => this.#isValid(place))
      .map((place) => this.#stored(place))
      .toSorted((a, b) => a.rarity - b.rarity)
      .map((stored) => this.#taxon(stored));
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

  /** Taxa of a group, a family and a rank, or of all, commonest first. */
  browse(filter: BrowseFilter = {}): Taxon[] {
    const browsing = this.browsing(filter);
    while (browsing.step());
    return browsing.found;
  }

  /** The same step by step, for copies that are read chunk by chunk. */
  browsing(filter: BrowseFilter = {}): Browsing<Taxon> {
    return new Browsing(
      this,
      filter,
      this.#list,
      (id) => this.#hidden.has(id),
      (stored) => this.#taxon(stored),
    );
  }

  /**
   * Reads ahead what the next questions may need, as far as the cache has room: the index first, then the commonest taxa.
   * `pause` lets a question in between.
   */
  async prefetch(pause: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (const { head, chunks } of this.base) await chunks.prefetch(Math.ceil(head.bytes / INDEX_CHUNK_BYTES), []);
    while (await (this.cache === null ? this.learn() : this.cache.run(() => this.learn()))) await pause();
    for (const { head, chunks } of this.base) await chunks.prefetch(0, [...head.row_numbers]);
  }

  /**
   * Reads a little of what makes later questions shorter; false where no more is of use. What it lacks is loaded by
   * `ChunkCache.run`. Copies of several segments do without: it would take a phone seconds each time one is opened.
   */
  learn(): boolean {
    const [only] = this.base;
    return this.base.length === 1 && only!.chunks.readsAreCheap && only!.learn();
  }

  /** All valid rows as they are stored, commonest first. */
  rows(): Browsing<StoredTaxon> {
    return new Browsing(
      this,
      { limit: Infinity },
      this.#list,
      (id) => this.#hidden.has(id),
      (stored) => stored,
    );
  }

  #placeOf(id: number): Place | null {
    let known = id;
    let place = this.#placeOfRow(known);
    for (let step = 0; step < MERGES_FOLLOWED && place === null; step++) {
      const next = this.#merged.get(known);
      if (next === undefined) return null;
      known = next;
      place = this.#placeOfRow(known);
    }
    return place;
  }

  #placeOfRow(id: number): Place | null {
    if (this.changes !== null) {
      const row = this.changes.rowOfId(id);
      if (row !== -1) return { segment: this.changes, row };
    }
    if (this.#hidden.has(id)) return null;
    for (const segment of this.base) {
      const row = segment.rowOfId(id);
      if (row !== -1) return { segment, row };
    }
    return null;
  }

  /** Where the taxon lies that a row was merged into, or the row itself. */
  #accepted(from: Place): Place {
    let place = from;
    for (let step = 0; step < MERGES_FOLLOWED; step++) {
      const { rows, at } = place.segment.place(place.row);
      const into = rows.acceptedId(at);
      const next = into === null ? null : this.#placeOfRow(into);
      if (next === null || (next.row === place.row && next.segment === place.segment)) return place;
      place = next;
    }
    return from;
  }

  #isValid({ segment, row }: Place): boolean {
    if (segment === this.changes) return true;
    const { rows, at } = segment.place(row);
    return !this.#hidden.has(rows.ids[at] ?? 0);
  }

  #stored({ segment, row }: Place): StoredTaxon {
    const { rows, at } = segment.place(row);
    return rows.stored(at, this.#list);
  }

  #taxon(stored: StoredTaxon): Taxon {
    const taxon = taxonOf(stored, this.languages.main);
    if (this.#shared.has(nameHash(taxon.name))) taxon.name = this.#label(taxon);
    return taxon;
  }

  /** The name of a taxon, with a label where others bear it too. */
  #label(stored: StoredTaxon): string {
    let label = this.#labels.get(stored.id);
    if (label === undefined) {
      if (this.#labels.size > LABELS_KEPT) this.#labels.clear();
      const namesakes = this.#shownAs(stored.name).map((place) => this.#stored(place));
      this.#labels.set(stored.id, NO_LABEL);
      if (namesakes.length > 1) {
        const labels = labelsOfNamesakes(namesakes, this.#groupLabels, (name) => this.#shared.has(nameHash(name)));
        for (const [at, { id }] of namesakes.entries()) this.#labels.set(id, labels[at]!);
      }
      label = this.#labels.get(stored.id)!;
    }
    return labelledName(stored, this.#groupLabels, label);
  }

  /** The taxon that bears a name with a label. */
  #byLabel(name: string): Taxon | null {
    const end = name.lastIndexOf(' (');
    if (end <= 0 || !name.endsWith(')')) return null;
    for (const place of this.#shownAs(name.slice(0, end))) {
      const taxon = this.#taxon(this.#stored(place));
      if (taxon.name === name) return this.byId(taxon.id);
    }
    return null;
  }

  /** The rows whose displayed name, without a label, is exactly this; commonest first. */
  #shownAs(name: string): Place[] {
    const query = queryOf(name);
    const places: Place[] = [];
    if (query.tokens.length === 0) return places;
    const take = (layer: number, nameNumber: number) => {
      const { segment } = this.names[layer]!;
      const { row, rows, at, ordinal } = segment.name(nameNumber);
      if (ordinal === 0 && rows.displayName(at) === name && this.#isValid({ segment, row })) {
        if (!places.some((place) => place.segment === segment && place.row === row)) places.push({ segment, row });
      }
      return true;
    };
    takeRanked(this, askingOf(this, query), (asking) => findExact(asking, Infinity), { wanted: 16, take });
    return places;
  }
}
