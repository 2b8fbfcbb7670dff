import {
  compareRarity,
  DISPLAYED_NAME_FIRST,
  LEAD_MATCH,
  type Phase,
  PHASES,
  PRIMARY_MATCHES,
  type PrimaryMatch,
  takesPart,
  TYPO_IN_WHOLE_WORD,
} from '../ranking.ts';
import { RowCursor, type BrowseFilter } from './row-cursor.ts';
import type { QueryPlan } from './query-plan.ts';
import { HitCollector, type HitContext } from './hit-collector.ts';
import { type Taxon, type TaxonHit, taxonOf } from './hit.ts';
import type { Find } from './candidates.ts';
import { findHead } from './find-head.ts';
import { findInitials } from './find-initials.ts';
import { findExact, findNamePrefix, findOtherWords, findWholeWords, findWordPrefix, findWordsInOrder } from './find-words.ts';
import { findPart } from './find-part.ts';
import { findSimilar } from './find-similar.ts';
import { findFuzzy } from './find-fuzzy.ts';
import { findJoined } from './find-joined.ts';
import { findJoinedParts } from './find-joined-parts.ts';
import { INDEX_CHUNK_BYTES } from '../segment/segment-head.ts';
import { labelledName, homonymLabels, NO_LABEL } from './homonyms.ts';
import { FUZZY_MIN_LETTERS } from '../text/name-predicates.ts';
import { type ChunkCache, runAll } from '../storage/chunk-cache.ts';
import { type Query, queryOf, queryOfTokens } from '../text/query.ts';
import { literalReadings, meantBy, readingsOf, shorterTexts } from '../text/readings.ts';
import { queryPlans, type SegmentSet, mergeRanked } from './merge-segments.ts';
import { NameCache, nameCacheSlots } from './name-cache.ts';
import { languageList, type NameLanguages, type StoredTaxon } from '../storage/taxon-record.ts';
import { nameHash } from '../storage/row-chunk.ts';
import type { Segment } from '../segment/segment.ts';

/** Default number of hits (decision 0022). */
export const DEFAULT_LIMIT = 100;
export const SUGGESTION_LIMIT = 5;

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

export interface SearchOptions {
  limit?: number;
  /** Only this phase, for callers that know whether the ones before it found nothing; default all, until one has a hit. */
  phase?: Phase;
  /** Only the text as typed, without its other readings. */
  isLiteral?: boolean;
  /** Ids to leave out. */
  except?: ReadonlySet<number>;
  /** Limit for hits of the lead class (`ranking.ts`); default `limit`. */
  exactLimit?: number;
}

/** Names that a text may have been meant for. */
const MAX_GUESSES = 10;
/** Shorter words of a text are not guessed from alone. */
const MIN_GUESSED_WORD = 6;

/** Candidates to find in addition to those wanted. */
const SPARE_CANDIDATES = 6;

/** Capacity of the name cache, for all segments together. */
const NAME_CACHE_SIZE = 1 << 15;

/** Capacity of the label cache. */
const LABEL_CACHE_SIZE = 100_000;

/** One plan per segment; none if no name can have the words of a reading. */
function plansOf(index: TaxonIndex, query: Query): QueryPlan[] {
  const plans = queryPlans(index, query);
  return (query.scope === 'inflected' || query.scope === 'shortened') && !plans.some((plan) => plan.mayHaveWords) ? [] : plans;
}

interface Limits {
  limit: number;
  /** For hits of the lead class. */
  exactLimit: number;
}

interface Place {
  segment: Segment;
  row: number;
}

const FINDERS: Record<PrimaryMatch, Find> = {
  exact: findExact,
  head: findHead,
  whole_words: findWholeWords,
  other_words: findOtherWords,
  initials: findInitials,
  name_prefix: findNamePrefix,
  words_in_order: findWordsInOrder,
  joined: findJoined,
  joined_parts: findJoinedParts,
  word_prefix: findWordPrefix,
  part: findPart,
};

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
  readonly #context: HitContext;

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
    this.#context = {
      mainLanguage: this.languages.main,
      shared: this.#shared,
      storedOf: (layer, row) => {
        const place = { segment: segmentSet[layer]!, row };
        const stored = this.#stored(place);
        return stored.accepted_id === null ? stored : this.#stored(this.#acceptedPlace(place));
      },
    };
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
  search(text: string, { limit = DEFAULT_LIMIT, exactLimit = limit, except, phase, isLiteral = false }: SearchOptions = {}): TaxonHit[] {
    const most = Math.max(limit, exactLimit);
    const { main } = this.languages;
    const readings = isLiteral ? literalReadings(text, main) : readingsOf(text, main);
    if (most <= 0 || readings.length === 0) return [];
    const collector = new HitCollector(this.names, this.#context, most, except);
    for (const next of phase === undefined ? PHASES : [phase]) {
      this.#search(next, readings, collector, { limit, exactLimit });
      if (collector.hits.length > 0) break;
    }
    for (const [at, read] of collector.withoutLabel) {
      const hit = read.hit!;
      read.hit = Object.freeze({ ...hit, name: this.#label(hit) });
      read.needsLabel = false;
      collector.hits[at] = read.hit;
    }
    return collector.hits;
  }

  #search(phase: Phase, readings: readonly Query[], collector: HitCollector, limits: Limits): void {
    if (phase === 'certain') this.#findCertain(readings, collector, limits);
    else if (phase === 'fuzzy') this.#findFuzzy(meantBy(readings), collector, limits.limit);
    else if (phase === 'some_words') this.#findSomeWords(readings, collector, limits.limit);
    else this.#findSimilar(meantBy(readings), collector, limits.limit, phase === 'near');
  }

  /** The primary classes in their order, and in each the readings in theirs. */
  #findCertain(readings: readonly Query[], collector: HitCollector, { limit, exactLimit }: Limits): void {
    const { hits } = collector;
    const plans = readings.map((): QueryPlan[] | null => null);
    for (const match of PRIMARY_MATCHES) {
      collector.match = match;
      collector.limit = match === LEAD_MATCH ? Math.max(limit, exactLimit) : limit;
      for (let at = 0; at < readings.length && hits.length < collector.limit; at++) {
        const query = readings[at]!;
        if (!takesPart(query.scope, match)) continue;
        const own = (plans[at] ??= plansOf(this, query));
        if (own.length === 0) continue;
        collector.digits = query.digits;
        if (match === 'exact') this.#takeExact(own, collector);
        else this.#takeClass(own, FINDERS[match], collector);
      }
    }
    collector.digits = '';
  }

  #takeExact(plans: readonly QueryPlan[], collector: HitCollector): void {
    collector.hasCandidates = false;
    for (const [at, isOnlyDisplayed] of DISPLAYED_NAME_FIRST.entries()) {
      collector.isOnlyDisplayed = isOnlyDisplayed;
      if (collector.wanted > 0 && (at === 0 || collector.hasCandidates)) this.#takeClass(plans, findExact, collector);
    }
    collector.isOnlyDisplayed = false;
  }

  #findFuzzy(query: Query, collector: HitCollector, limit: number): void {
    if (limit <= 0 || !query.tokens.some((token) => token.length >= FUZZY_MIN_LETTERS)) return;
    const plans = queryPlans(this, query);
    collector.match = 'fuzzy';
    collector.limit = limit;
    for (const inWholeWord of TYPO_IN_WHOLE_WORD) {
      this.#takeClass(plans, (plan, most) => findFuzzy(plan, inWholeWord, most), collector);
      if (collector.wanted <= 0) return;
    }
  }

  /** Names similar to the text; if there are none, names that are near to one of its words, the longest first. */
  #findSimilar(query: Query, collector: HitCollector, limit: number, isNear: boolean): void {
    this.#takeSimilar(query, collector, limit, isNear);
    if (isNear || query.tokens.length === 1) return;
    for (const token of query.tokens.toSorted((a, b) => b.length - a.length)) {
      if (collector.hits.length > 0) return;
      if (token.length >= MIN_GUESSED_WORD) this.#takeSimilar(queryOfTokens([token], query.grammar), collector, limit, true);
    }
  }

  /** The most similar names of all segments first. */
  #takeSimilar(query: Query, collector: HitCollector, limit: number, isNear: boolean): void {
    const plans = queryPlans(this, query);
    const found = runAll(
      plans.map((plan) => () => findSimilar(plan, isNear)),
      this.cache,
    ).flatMap((names, layer) => names.map((one) => ({ ...one, layer, isOther: Number(!plans[layer]!.segment.isMain(one.name)) })));
    collector.match = 'similar';
    collector.limit = Math.min(limit, collector.hits.length + MAX_GUESSES);
    found.sort((a, b) => a.cost - b.cost || a.isOther - b.isOther || a.layer - b.layer || a.name - b.name);
    for (const { layer, name } of found) if (collector.wanted <= 0 || !collector.take(layer, name, null)) return;
  }

  /** Without the words that no name has, else without one word, the commonest first; else with the rarest word alone. */
  #findSomeWords(readings: readonly Query[], collector: HitCollector, limit: number): void {
    const { tokens } = meantBy(readings);
    const ranges = queryPlans(this, readings[0]!).map((plan) => tokens.map((token) => plan.segment.words.prefixRange(token)));
    const sizes = tokens.map((_, at) => ranges.reduce((sum, own) => sum + own[at]!.end - own[at]!.start, 0));
    // A number may be a count.
    const texts = readings[0]!.digits === '' ? shorterTexts(tokens, sizes) : [readings[0]!.tokens, ...shorterTexts(tokens, sizes)];
    for (const kept of texts) {
      const kinds = readingsOf(kept.join(' '), this.languages.main).filter(({ scope }) => scope !== 'initials');
      // The beginnings of a single word would say little.
      const shorter = kept.length > 1 ? kinds : kinds.map((query) => ({ ...query, scope: 'inflected' as const }));
      this.#findCertain(shorter, collector, { limit, exactLimit: limit });
      if (collector.hits.length > 0) return;
    }
  }

  #takeClass(plans: readonly QueryPlan[], find: Find, collector: HitCollector): void {
    // More than wanted, because several names of a taxon may match and some taxa were found already.
    for (let most = collector.hits.length + collector.wanted * 2 + SPARE_CANDIDATES; ; most *= 16) {
      if (mergeRanked(this, plans, (one) => find(one, most), collector)) return;
    }
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
    return this.base.length === 1 && only!.chunks.readsAreCheap && only!.warmUp();
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
    const taxon = taxonOf(stored, this.languages.main);
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
        for (const [at, { id }] of homonyms.entries()) this.#labels.set(id, labels[at]!);
      }
      label = this.#labels.get(stored.id)!;
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
    mergeRanked(this, queryPlans(this, query), (plans) => findExact(plans, Infinity), { wanted: 16, take });
    return places;
  }
}
