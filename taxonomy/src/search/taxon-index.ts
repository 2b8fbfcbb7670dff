import { compareRarity } from '../ranking.ts';
import { RowCursor, type BrowseFilter } from './row-cursor.ts';
import type { HitContext } from './hit-collector.ts';
import { speciesFirst, type Taxon, type TaxonHit, presentTaxon } from './hit.ts';
import { INDEX_CHUNK_BYTES } from '../segment/segment-head.ts';
import { labelledName, homonymLabels, NO_LABEL } from './homonyms.ts';
import type { ChunkCache } from '../storage/chunk-cache.ts';
import { parseQuery } from '../text/query.ts';
import { findExact } from './find-words.ts';
import { queryPlans, type SegmentSet, mergeRanked } from './merge-segments.ts';
import { NameCache, nameCacheSlots } from './name-cache.ts';
import { searchInPhases, union } from './phases.ts';
import { type PhaseSearch, type SearchOptions, TextSearch } from './text-search.ts';
import { languageList, type NameLanguages, type StoredTaxon } from '../storage/taxon-record.ts';
import { nameHash } from '../storage/row-chunk.ts';
import type { Segment } from '../segment/segment.ts';
import { itemAt } from '../elements.ts';

/** Default number of hits (decision 0022). */
export const DEFAULT_LIMIT = 100;
export const SUGGESTION_LIMIT = 5;

/** Limit for chains of parents, which may contain cycles. */
const MAX_ANCESTORS = 40;

/** Limit for chains of merged taxa, which may contain cycles. */
const MAX_MERGE_STEPS = 10;

export interface IndexOptions {
  languages: NameLanguages;
  /** Localised group names for homonym labels; a group without one appears as its key. */
  groupLabels?: Readonly<Record<string, string>>;
  /** Ids no longer in the copy, and the id each was merged into. */
  merged?: readonly (readonly [from: number, into: number])[];
  /** Hashes of displayed names that several taxa may share. */
  shared?: Uint32Array;
  /** Changed and added rows. */
  delta?: Segment | null;
  /** Ids whose rows in the segments were changed or removed. */
  tombstones?: Iterable<number>;
  /** For segments that are loaded chunk by chunk. */
  cache?: ChunkCache | null;
}

/** Capacity of the name cache, for all segments together. */
const NAME_CACHE_SIZE = 1 << 15;

/** Capacity of the label cache. */
const LABEL_CACHE_SIZE = 100_000;

interface Place {
  segment: Segment;
  row: number;
}

/**
 * One copy of the taxonomy: segments in rarity order, and a delta. Queries are synchronous if all chunks are in memory;
 * otherwise call them inside `ChunkCache.run`, which loads missing chunks.
 */
export class TaxonIndex implements SegmentSet {
  readonly size: number;
  readonly languages: NameLanguages;
  readonly base: readonly Segment[];
  readonly delta: Segment | null;
  readonly cache: ChunkCache | null;
  readonly #languageList: string[];
  readonly #tombstones: ReadonlySet<number>;
  readonly #merged: ReadonlyMap<number, number>;
  readonly #shared: ReadonlySet<number>;
  #groupLabels: Readonly<Record<string, string>>;
  /** Label number by taxon id. */
  #labels = new Map<number, number>();
  readonly #kept = nameCacheSlots(NAME_CACHE_SIZE);
  readonly names: readonly NameCache[];
  readonly #textSearch: TextSearch;

  /** `size`: number of valid rows, if there are tombstones. */
  constructor(segments: readonly Segment[], options: IndexOptions, size?: number) {
    this.base = segments;
    this.delta = options.delta ?? null;
    this.cache = options.cache ?? null;
    this.languages = options.languages;
    this.#languageList = languageList(options.languages);
    this.#groupLabels = options.groupLabels ?? {};
    this.#tombstones = new Set(options.tombstones);
    this.#merged = new Map(options.merged);
    this.#shared = new Set(options.shared);
    const segmentSet = this.delta === null ? segments : [...segments, this.delta];
    // Rows of the delta replace those covered by tombstones.
    const isHidden = (segment: Segment) => (segment === this.delta ? () => false : (id: number) => this.#tombstones.has(id));
    this.names = segmentSet.map((segment, layer) => new NameCache(segment, isHidden(segment), this.#kept, layer));
    const context: HitContext = {
      languages: this.#languageList,
      shared: this.#shared,
      storedOf: (layer, row) => {
        const place = { segment: itemAt(segmentSet, layer), row };
        const stored = this.#stored(place);
        return stored.accepted_id === null ? stored : this.#stored(this.#acceptedPlace(place));
      },
    };
    this.#textSearch = new TextSearch(this, this.languages.main, context);
    this.size = size ?? segmentSet.reduce((sum, { head }) => sum + head.rows, 0);
  }

  get groupLabels(): Readonly<Record<string, string>> {
    return this.#groupLabels;
  }

  setGroupLabels(labels: Readonly<Record<string, string>>): void {
    this.#groupLabels = labels;
    this.#labels = new Map();
    this.#kept.fill(undefined);
  }

  /**
   * Searches by name; see `ranking.ts` for the order. Unique by id and by displayed name before the limit applies. Text without
   * Latin letters finds nothing.
   */
  search(text: string, options: SearchOptions = {}): TaxonHit[] {
    const { limit = DEFAULT_LIMIT, exactLimit, isLiteral, phase } = options;
    if (phase !== undefined) return this.#searchPhase(text, { ...options, limit, phase });
    return searchInPhases(text, this.languages.main, limit, (next, { limit: most, except, areGuesses }) =>
      this.#searchPhase(text, { limit: most, exactLimit, isLiteral, except: union(except, options.except), phase: next, areGuesses }),
    );
  }

  #searchPhase(text: string, options: PhaseSearch): TaxonHit[] {
    const { hits, withoutLabel } = this.#textSearch.search(text, options);
    for (const [at, read] of withoutLabel) {
      const hit = read.hit!;
      read.hit = Object.freeze({ ...hit, name: this.#label(hit) });
      read.needsLabel = false;
      hits[at] = read.hit;
    }
    speciesFirst(hits, (species, higher) => this.#isBelow(species, higher.id));
    const most = Math.max(options.limit, options.exactLimit ?? 0);
    return hits.length > most ? hits.slice(0, most) : hits;
  }

  #isBelow({ parent_id }: Taxon, ancestor: number): boolean {
    let above = parent_id;
    for (let step = 0; step < MAX_ANCESTORS && above !== null; step++) {
      if (above === ancestor) return true;
      const place = this.#locateRow(above);
      if (place === null) return false;
      const { rows, at } = place.segment.place(place.row);
      above = rows.parents[at] || null;
    }
    return false;
  }

  /** The taxon with an id. An id that was merged into another resolves to that one. */
  byId(id: number): Taxon | null {
    const place = this.#resolve(id);
    return place === null ? null : this.#taxon(this.#stored(this.#acceptedPlace(place)));
  }

  /** Whether the copy has a row with the id. */
  has(id: number): boolean {
    return this.#locateRow(id) !== null;
  }

  /** The rarity key of an id's row, or null. */
  rarityOf(id: number): number | null {
    const place = this.#locateRow(id);
    return place === null ? null : this.#stored(place).rarity;
  }

  /** The taxon with a displayed name, else the best one with that name after folding. */
  byName(name: string): Taxon | null {
    const [place] = this.#rowsDisplayedAs(name);
    if (place !== undefined) return this.#taxon(this.#stored(this.#acceptedPlace(place)));
    const labelled = this.#findByLabel(name);
    if (labelled !== null) return labelled;
    const [hit] = this.search(name, { limit: 1, phase: 'certain', isLiteral: true });
    return hit?.match === 'exact' ? this.byId(hit.id) : null;
  }

  /** Displayed name to id, in rarity order. Only if all chunks are in memory; otherwise use `cursor`. */
  nameToId(): ReadonlyMap<string, number> {
    return new Map(this.browse({ limit: Infinity }).map(({ name, id }) => [name, id]));
  }

  /** The direct children, in rarity order. */
  children(id: number): Taxon[] {
    const below = [...this.base, ...(this.delta === null ? [] : [this.delta])].flatMap((segment) =>
      segment.rowsBelow(id).map((row) => ({ segment, row })),
    );
    for (const { segment, row } of below) segment.requestRow(row);
    this.cache?.throwIfMissing();
    return below
      .filter((place) => this.#isValid(place))
      .map((place) => this.#stored(place))
      .toSorted((a, b) => compareRarity(a.rarity, b.rarity))
      .map((stored) => this.#taxon(stored));
  }

  /** The ancestors, nearest first. */
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

  /** Taxa filtered by group, family and rank, in rarity order. */
  browse(filter: BrowseFilter = {}): Taxon[] {
    const cursor = this.cursor(filter);
    while (cursor.step());
    return cursor.results;
  }

  /** Like `browse`, step by step, for copies that are loaded chunk by chunk. */
  cursor(filter: BrowseFilter = {}): RowCursor<Taxon> {
    return new RowCursor(
      this,
      filter,
      this.#languageList,
      (id) => this.#tombstones.has(id),
      (stored) => this.#taxon(stored),
    );
  }

  /**
   * Prepares for later queries while the cache has room: loads the index, warms up, then loads rows, the commonest first. `pause` lets
   * queries run in between.
   */
  async prefetch(pause: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (const { head, chunks } of this.base) await chunks.prefetch(Math.ceil(head.bytes / INDEX_CHUNK_BYTES), []);
    while (await (this.cache === null ? this.warmUp() : this.cache.run(() => this.warmUp()))) await pause();
    for (const { head, chunks } of this.base) await chunks.prefetch(0, [...head.row_numbers]);
  }

  /**
   * Runs one step of building the in-memory accelerators; false when done. Throws on a cache miss. Copies of several segments
   * skip this, because on a phone it would take seconds at each opening.
   */
  warmUp(): boolean {
    const [only] = this.base;
    return only !== undefined && this.base.length === 1 && only.chunks.readsAreCheap && only.warmUp();
  }

  /** All valid rows as stored, in rarity order. */
  rows(): RowCursor<StoredTaxon> {
    return new RowCursor(
      this,
      { limit: Infinity },
      this.#languageList,
      (id) => this.#tombstones.has(id),
      (stored) => stored,
    );
  }

  #resolve(id: number): Place | null {
    let known = id;
    let place = this.#locateRow(known);
    for (let step = 0; step < MAX_MERGE_STEPS && place === null; step++) {
      const next = this.#merged.get(known);
      if (next === undefined) return null;
      known = next;
      place = this.#locateRow(known);
    }
    return place;
  }

  #locateRow(id: number): Place | null {
    if (this.delta !== null) {
      const row = this.delta.rowOfId(id);
      if (row !== -1) return { segment: this.delta, row };
    }
    if (this.#tombstones.has(id)) return null;
    for (const segment of this.base) {
      const row = segment.rowOfId(id);
      if (row !== -1) return { segment, row };
    }
    return null;
  }

  /** The row of the taxon that a row was merged into, or the row itself. */
  #acceptedPlace(from: Place): Place {
    let place = from;
    for (let step = 0; step < MAX_MERGE_STEPS; step++) {
      const { rows, at } = place.segment.place(place.row);
      const into = rows.acceptedId(at);
      const next = into === null ? null : this.#locateRow(into);
      if (next === null || (next.row === place.row && next.segment === place.segment)) return place;
      place = next;
    }
    return from;
  }

  #isValid({ segment, row }: Place): boolean {
    if (segment === this.delta) return true;
    const { rows, at } = segment.place(row);
    return !this.#tombstones.has(rows.ids[at] ?? 0);
  }

  #stored({ segment, row }: Place): StoredTaxon {
    const { rows, at } = segment.place(row);
    return rows.stored(at, this.#languageList);
  }

  #taxon(stored: StoredTaxon): Taxon {
    const taxon = presentTaxon(stored, this.languages.main);
    if (this.#shared.has(nameHash(taxon.name))) taxon.name = this.#label(taxon);
    return taxon;
  }

  /** The displayed name, with a label if other taxa share it. */
  #label(stored: StoredTaxon): string {
    let label = this.#labels.get(stored.id);
    if (label === undefined) {
      if (this.#labels.size > LABEL_CACHE_SIZE) this.#labels.clear();
      const homonyms = this.#rowsDisplayedAs(stored.name).map((place) => this.#stored(place));
      this.#labels.set(stored.id, NO_LABEL);
      if (homonyms.length > 1) {
        const labels = homonymLabels(homonyms, this.#groupLabels, (name) => this.#shared.has(nameHash(name)));
        for (const [at, { id }] of homonyms.entries()) this.#labels.set(id, itemAt(labels, at));
      }
      label = this.#labels.get(stored.id) ?? NO_LABEL;
    }
    return labelledName(stored, this.#groupLabels, label);
  }

  /** The taxon with a labelled name. */
  #findByLabel(name: string): Taxon | null {
    const end = name.lastIndexOf(' (');
    if (end <= 0 || !name.endsWith(')')) return null;
    for (const place of this.#rowsDisplayedAs(name.slice(0, end))) {
      const taxon = this.#taxon(this.#stored(place));
      if (taxon.name === name) return this.byId(taxon.id);
    }
    return null;
  }

  /** The rows whose unlabelled displayed name is exactly this, in rarity order. */
  #rowsDisplayedAs(name: string): Place[] {
    const query = parseQuery(name);
    const places: Place[] = [];
    if (query.tokens.length === 0) return places;
    const take = (layer: number, nameNumber: number) => {
      const { segment } = itemAt(this.names, layer);
      const { row, rows, at, ordinal } = segment.name(nameNumber);
      if (ordinal === 0 && rows.displayName(at) === name && this.#isValid({ segment, row })) {
        if (!places.some((place) => place.segment === segment && place.row === row)) places.push({ segment, row });
      }
      return true;
    };
    mergeRanked(this, queryPlans(this, query), (plans) => findExact(plans, Infinity), { wanted: 16, take });
    return places;
  }
}
