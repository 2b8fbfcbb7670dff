import { compareRarity } from '../ranking.ts';
import type { SegmentSet } from './merge-segments.ts';
import type { StoredTaxon } from '../storage/taxon-record.ts';
import type { RowChunk } from '../storage/row-chunk.ts';
import type { Segment } from '../segment/segment.ts';

export interface BrowseFilter {
  group?: string;
  family?: string;
  rank?: string;
  offset?: number;
  limit?: number;
}

const DEFAULT_LIMIT = 100;
/** Chunks loaded together. */
const LOAD_BATCH = 16;

/** Iterates over all rows of a copy in rarity order, one chunk per step. */
export class RowCursor<T> {
  readonly results: T[] = [];
  readonly #segmentSet: SegmentSet;
  readonly #filter: BrowseFilter;
  readonly #languages: readonly string[];
  readonly #isHidden: (id: number) => boolean;
  readonly #make: (stored: StoredTaxon) => T;
  readonly #limit: number;
  #skip: number;
  #segment = 0;
  #chunk = 0;
  #deltaAt = 0;

  constructor(
    segmentSet: SegmentSet,
    filter: BrowseFilter,
    languages: readonly string[],
    isHidden: (id: number) => boolean,
    make: (stored: StoredTaxon) => T,
  ) {
    this.#segmentSet = segmentSet;
    this.#filter = filter;
    this.#languages = languages;
    this.#isHidden = isHidden;
    this.#make = make;
    this.#limit = filter.limit ?? DEFAULT_LIMIT;
    this.#skip = filter.offset ?? 0;
  }

  /** Returns false when done. A step that throws on a cache miss changes nothing and can be repeated. */
  step(): boolean {
    if (this.results.length >= this.#limit) return false;
    const segment = this.#segmentSet.base[this.#segment];
    const delta = this.#delta();
    const rows = segment === undefined ? null : this.#rows(segment);
    const made: T[] = [];
    let skip = this.#skip;
    let deltaAt = this.#deltaAt;
    const add = (chunk: RowChunk, at: number) => {
      if (!this.#matchesFilter(chunk, at)) return;
      if (skip > 0) skip--;
      else if (this.results.length + made.length < this.#limit) made.push(this.#make(chunk.stored(at, this.#languages)));
    };
    for (let at = 0; rows !== null && at < rows.size; at++) {
      const rarity = rows.rarity(at);
      for (let next = delta[deltaAt]; next !== undefined && compareRarity(next.rarity, rarity) < 0; next = delta[++deltaAt]) {
        add(next.rows, next.at);
      }
      if (!this.#isHidden(rows.ids[at] ?? 0)) add(rows, at);
    }
    if (segment === undefined) for (let next = delta[deltaAt]; next !== undefined; next = delta[++deltaAt]) add(next.rows, next.at);
    // Nothing was missing: commit the step.
    this.results.push(...made);
    this.#skip = skip;
    this.#deltaAt = deltaAt;
    if (segment === undefined) return false;
    this.#chunk++;
    if (this.#chunk >= segment.head.row_numbers.length) {
      this.#segment++;
      this.#chunk = 0;
    }
    return true;
  }

  #rows(segment: Segment): RowChunk | null {
    const { row_numbers: numbers } = segment.head;
    if (numbers.length === 0) return null;
    if (this.#chunk % LOAD_BATCH === 0) {
      for (const number of numbers.subarray(this.#chunk, this.#chunk + LOAD_BATCH)) segment.chunks.requestRows(number);
      this.#segmentSet.cache?.throwIfMissing();
    }
    return segment.rows(this.#chunk);
  }

  #delta(): { rows: RowChunk; at: number; rarity: number }[] {
    const { delta } = this.#segmentSet;
    if (delta === null) return [];
    for (const number of delta.head.row_numbers) delta.chunks.requestRows(number);
    this.#segmentSet.cache?.throwIfMissing();
    return [...delta.head.row_numbers.keys()].flatMap((chunk) => {
      const rows = delta.rows(chunk);
      return Array.from({ length: rows.size }, (_, at) => ({ rows, at, rarity: rows.rarity(at) }));
    });
  }

  #matchesFilter(rows: RowChunk, at: number): boolean {
    const { group, family, rank } = this.#filter;
    if (group === undefined && family === undefined && rank === undefined) return true;
    if (rank !== undefined && rows.rank(at) !== rank) return false;
    const stored = rows.stored(at, this.#languages);
    return (group === undefined || stored.group === group) && (family === undefined || stored.family === family);
  }
}
