import { Asking } from './query-plan.ts';
import { type Candidates, type Check, NO_CANDIDATES } from './candidates.ts';
import { runAll, isCacheMiss, type ChunkCache } from '../storage/chunk-cache.ts';
import type { Query } from '../text/query.ts';
import type { ReadNames } from './name-cache.ts';
import type { Segment } from '../segment/segment.ts';

/** Segments in the order of their rarity keys, and one of changed rows whose keys lie in between. */
export interface Layers {
  base: readonly Segment[];
  changes: Segment | null;
  cache: ChunkCache | null;
  /** The names of each segment, those of the changes last. */
  names: readonly ReadNames[];
}

/** Who is given the candidates of one class, the best first. */
export interface Taker {
  /** How many may still be wanted. */
  readonly wanted: number;
  /** `layer`: the number of the segment, the changes after all others. Answers false when no more are wanted. */
  take(layer: number, name: number, check: Check | null): boolean;
}

/** A question put to all segments. */
export function askingOf({ names, base }: Layers, query: Query): Asking[] {
  return names.map((read, layer) => new Asking(read, query, layer > 0 && layer < base.length));
}

/**
 * Hands over the candidates of one class: names of the main language first, then the others, and inside that by rarity,
 * whatever segment they lie in. Answers false where the list ended before all were found: then more are to be asked for.
 */
export function takeRanked(layers: Layers, asking: readonly Asking[], find: (asking: Asking) => Candidates, taker: Taker): boolean {
  const [only] = asking;
  if (only === undefined) return true;
  const found = asking.length === 1 ? [find(only)] : findInAll(layers, asking, find);
  const place = { layer: 0, index: 0 };
  try {
    if (asking.length > 1) return takeMerged(layers, found, place, taker);
    const { names, size, check, isCut } = found[0]!;
    for (; place.index < size; place.index++) if (!taker.take(0, names[place.index]!, check)) return true;
    return !isCut;
  } catch (error) {
    // Rows are loaded together with those of the next names, as many as may be wanted.
    if (isCacheMiss(error)) wantNext(layers, found, place, Math.max(taker.wanted, 8));
    throw error;
  }
}

/** Asks all segments, so that all they lack is loaded together. Each list is its own. */
function findInAll({ cache }: Layers, asking: readonly Asking[], find: (asking: Asking) => Candidates): Candidates[] {
  const questions = asking.map((one) => () => {
    const candidates = find(one);
    return { ...candidates, names: candidates.names.slice(0, candidates.size) };
  });
  return runAll(questions, cache);
}

/** Where in which list the next name is. */
interface Place {
  layer: number;
  index: number;
}

function takeMerged({ base, changes, cache }: Layers, found: readonly Candidates[], place: Place, taker: Taker): boolean {
  const changed = changes === null ? NO_CANDIDATES : found[base.length]!;
  if (changes !== null && changed.size > 0) {
    for (const name of changed.names) changes.requestName(name);
    cache?.throwIfMissing();
  }
  let change = 0;
  for (const isMain of [true, false]) {
    const changesEnd = changes === null ? 0 : sectionEnd(changes, changed, isMain);
    const mayChangesGoOn = mayGoOn(changed, changesEnd, isMain);
    for (const [layer, segment] of base.entries()) {
      const own = found[layer]!;
      const end = sectionEnd(segment, own, isMain);
      place.layer = layer;
      place.index = isMain ? 0 : sectionEnd(segment, own, true);
      while (place.index < end) {
        const name = own.names[place.index]!;
        if (change < changesEnd) {
          const rarity = rarityOf(segment, name);
          for (; change < changesEnd && rarityOf(changes!, changed.names[change]!) < rarity; change++) {
            if (!taker.take(base.length, changed.names[change]!, changed.check)) return true;
          }
        }
        if (change === changesEnd && mayChangesGoOn) return false;
        if (!taker.take(layer, name, own.check)) return true;
        place.index++;
      }
      if (mayGoOn(own, end, isMain)) return false;
    }
    for (; change < changesEnd; change++) if (!taker.take(base.length, changed.names[change]!, changed.check)) return true;
    if (mayChangesGoOn) return false;
  }
  return true;
}

/** Where the names of the main language end in a list, or the list itself. */
function sectionEnd(segment: Segment, { names, size }: Candidates, isMain: boolean): number {
  if (!isMain) return size;
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segment.isMain(names[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether names of that section may come that were not found yet. */
function mayGoOn({ isCut, size }: Candidates, end: number, isMain: boolean): boolean {
  return isCut && (!isMain || end === size);
}

function wantNext({ base }: Layers, found: readonly Candidates[], from: Place, most: number): void {
  let count = 0;
  for (let layer = from.layer; layer < base.length && count < most; layer++) {
    const { names, size } = found[layer]!;
    for (let index = layer === from.layer ? from.index : 0; index < size && count < most; index++, count++) {
      base[layer]!.requestName(names[index]!);
    }
  }
}

function rarityOf(segment: Segment, name: number): number {
  const { rows, at } = segment.name(name);
  return rows.rarity(at);
}
