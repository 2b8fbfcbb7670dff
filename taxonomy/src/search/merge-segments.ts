import { compareRarity, NAME_SECTIONS } from '../ranking.ts';
import { QueryPlan } from './query-plan.ts';
import { type Candidates, type Check, NO_CANDIDATES } from './candidates.ts';
import { runAll, isCacheMiss, type ChunkCache } from '../storage/chunk-cache.ts';
import type { Query } from '../text/query.ts';
import type { NameCache } from './name-cache.ts';
import type { Segment } from '../segment/segment.ts';
import { itemAt } from '../elements.ts';

/** The segments of a copy in rarity order, and a delta segment of changed rows with rarity keys anywhere between theirs. */
export interface SegmentSet {
  base: readonly Segment[];
  delta: Segment | null;
  cache: ChunkCache | null;
  /** The name cache of each segment; that of the delta is last. */
  names: readonly NameCache[];
}

/** Receives the candidates of one class, best first. */
export interface CandidateSink {
  /** How many more may be wanted. */
  readonly wanted: number;
  /** `layer` is the number of the segment; the delta comes last. Returns false when no more are wanted. */
  take(layer: number, name: number, check: Check | null): boolean;
}

/** One plan per segment. */
export function queryPlans({ names, base }: SegmentSet, query: Query): QueryPlan[] {
  return names.map((read, layer) => new QueryPlan(read, query, layer > 0 && layer < base.length));
}

/**
 * Passes the candidates of one class, merged over all segments, to the sink in ranking order. Returns false if a truncated list ended
 * too early; the caller then has to search for more.
 */
export function mergeRanked(
  segmentSet: SegmentSet,
  plans: readonly QueryPlan[],
  find: (plans: QueryPlan) => Candidates,
  sink: CandidateSink,
): boolean {
  const [only] = plans;
  if (only === undefined) return true;
  const found = plans.length === 1 ? [find(only)] : findInSegments(segmentSet, plans, find);
  const place = { layer: 0, index: 0 };
  try {
    if (plans.length > 1) return mergeSegments(segmentSet, found, place, sink);
    const { names, size, check, isTruncated } = itemAt(found, 0);
    for (; place.index < size; place.index++) if (!sink.take(0, names[place.index]!, check)) return true;
    return !isTruncated;
  } catch (error) {
    // Also load the rows of the names that may be wanted next.
    if (isCacheMiss(error)) requestNext(segmentSet, found, place, Math.max(sink.wanted, 8));
    throw error;
  }
}

/** Searches all segments, so that all missing chunks are loaded together. Copies the lists, because their buffer is shared. */
function findInSegments({ cache }: SegmentSet, plans: readonly QueryPlan[], find: (plans: QueryPlan) => Candidates): Candidates[] {
  const searches = plans.map((one) => () => {
    const candidates = find(one);
    return { ...candidates, names: candidates.names.slice(0, candidates.size) };
  });
  return runAll(searches, cache);
}

/** The position of the next name. */
interface Place {
  layer: number;
  index: number;
}

function mergeSegments({ base, delta, cache }: SegmentSet, found: readonly Candidates[], place: Place, sink: CandidateSink): boolean {
  const deltaFound = delta === null ? NO_CANDIDATES : itemAt(found, base.length);
  if (delta !== null && deltaFound.size > 0) {
    for (const name of deltaFound.names) delta.requestName(name);
    cache?.throwIfMissing();
  }
  const changes = new DeltaCandidates(delta, deltaFound, base.length, sink);
  for (const section of NAME_SECTIONS.keys()) {
    changes.startSection(section);
    for (const [layer, segment] of base.entries()) {
      const own = itemAt(found, layer);
      const end = sectionEnd(segment, own, section);
      place.layer = layer;
      place.index = section === 0 ? 0 : sectionEnd(segment, own, section - 1);
      while (place.index < end) {
        const name = own.names[place.index]!;
        if (changes.hasNext && !changes.takeBefore(rarityOf(segment, name))) return true;
        if (changes.isCutOff) return false;
        if (!sink.take(layer, name, own.check)) return true;
        place.index++;
      }
      if (mayContinue(own, end)) return false;
    }
    if (!changes.takeRest()) return true;
    if (changes.isCutOff) return false;
  }
  return true;
}

/** The candidates of the delta, section by section, to be passed to the sink between those of the segments. */
class DeltaCandidates {
  readonly #delta: Segment | null;
  readonly #found: Candidates;
  readonly #layer: number;
  readonly #sink: CandidateSink;
  #at = 0;
  #end = 0;
  #mayContinue = false;

  constructor(delta: Segment | null, found: Candidates, layer: number, sink: CandidateSink) {
    this.#delta = delta;
    this.#found = found;
    this.#layer = layer;
    this.#sink = sink;
  }

  startSection(section: number): void {
    this.#end = this.#delta === null ? 0 : sectionEnd(this.#delta, this.#found, section);
    this.#mayContinue = mayContinue(this.#found, this.#end);
  }

  get hasNext(): boolean {
    return this.#at < this.#end;
  }

  /** Whether the section is used up but may have further names that the truncated list lacks. */
  get isCutOff(): boolean {
    return this.#mayContinue && this.#at === this.#end;
  }

  /** Passes on the candidates that rank before a rarity key. Returns false when no more are wanted. */
  takeBefore(rarity: number): boolean {
    while (this.hasNext && compareRarity(rarityOf(this.#delta!, this.#found.names[this.#at]!), rarity) < 0) if (!this.#take()) return false;
    return true;
  }

  /** Passes on the rest of the section. Returns false when no more are wanted. */
  takeRest(): boolean {
    while (this.hasNext) if (!this.#take()) return false;
    return true;
  }

  #take(): boolean {
    return this.#sink.take(this.#layer, this.#found.names[this.#at++]!, this.#found.check);
  }
}

/** Where the names of a section end in a list. */
function sectionEnd(segment: Segment, { names, size }: Candidates, section: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segment.sectionOf(names[middle]!) <= section) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the section may have names beyond the end of a truncated list. */
function mayContinue({ isTruncated, size }: Candidates, end: number): boolean {
  return isTruncated && end === size;
}

function requestNext({ base }: SegmentSet, found: readonly Candidates[], from: Place, most: number): void {
  let count = 0;
  for (let layer = from.layer; layer < base.length && count < most; layer++) {
    const { names, size } = itemAt(found, layer);
    for (let index = layer === from.layer ? from.index : 0; index < size && count < most; index++, count++) {
      itemAt(base, layer).requestName(names[index]!);
    }
  }
}

function rarityOf(segment: Segment, name: number): number {
  const { rows, at } = segment.name(name);
  return rows.rarity(at);
}
