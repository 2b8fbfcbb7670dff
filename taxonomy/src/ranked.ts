import type { Candidates } from './find.ts';
import { askAll, type PieceCache } from './pieces.ts';
import type { Segment } from './segment.ts';

/** Segments in the order of their rarity keys, and one of changed rows whose keys lie in between. */
export interface Layers {
  base: readonly Segment[];
  changes: Segment | null;
  cache: PieceCache | null;
}

/** Answers false when no more are wanted. */
export type Take = (segment: Segment, name: number, check: Candidates['check']) => boolean;

/**
 * Hands over the candidates of one class: names of the main language first, then the others, and inside that by rarity,
 * whatever segment they lie in. Rows that will be looked at are loaded together.
 */
export function takeRanked(layers: Layers, find: (segment: Segment) => Candidates, wanted: () => number, take: Take): { isCut: boolean } {
  const segments = layers.changes === null ? layers.base : [...layers.base, layers.changes];
  const found = askAll(
    segments.map((segment) => () => find(segment)),
    layers.cache,
  );
  for (const isMain of [true, false]) {
    const lists = segments.map((segment, at) => ofSection(segment, found[at]?.names, isMain));
    const changed = layers.changes === null ? NONE : (lists.pop() ?? NONE);
    if (layers.changes !== null) for (const name of changed) layers.changes.wantName(name);
    const checks = found.map(({ check }) => check);
    let change = 0;
    let ahead = 0;
    for (const [at, names] of lists.entries()) {
      const segment = layers.base[at]!;
      for (let index = 0; index < names.length; index++) {
        const name = names[index]!;
        if (ahead === 0) ahead = lookAhead(layers, lists, at, index, wanted());
        ahead--;
        if (change < changed.length) {
          const rarity = rarityOf(segment, name);
          for (; change < changed.length && rarityOf(layers.changes!, changed[change]!) < rarity; change++) {
            if (!take(layers.changes!, changed[change]!, checks[lists.length] ?? null)) return { isCut: false };
          }
        }
        if (!take(segment, name, checks[at] ?? null)) return { isCut: false };
      }
    }
    layers.cache?.demand();
    for (; change < changed.length; change++) {
      if (!take(layers.changes!, changed[change]!, checks[lists.length] ?? null)) return { isCut: false };
    }
  }
  return { isCut: found.some(({ isCut }) => isCut) };
}

const NONE = new Uint32Array();

/** Loads the rows of the next names, as many as may be wanted, from this place on. */
function lookAhead(layers: Layers, lists: readonly Uint32Array[], from: number, index: number, wanted: number): number {
  const most = Math.max(wanted, 8);
  let count = 0;
  for (let at = from; at < lists.length && count < most; at++) {
    const names = lists[at] ?? NONE;
    for (let next = at === from ? index : 0; next < names.length && count < most; next++, count++) {
      layers.base[at]!.wantName(names[next]!);
    }
  }
  layers.cache?.demand();
  return count;
}

function ofSection(segment: Segment, names: Uint32Array = NONE, isMain: boolean): Uint32Array {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (segment.isMain(names[middle]!)) low = middle + 1;
    else high = middle;
  }
  return isMain ? names.subarray(0, low) : names.subarray(low);
}

function rarityOf(segment: Segment, name: number): number {
  const { rows, at } = segment.name(name);
  return rows.rarity(at);
}
