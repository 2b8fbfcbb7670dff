import { areTies, type Matched, MOST_COMPARED } from './ranking.ts';
import { itemAt } from './elements.ts';

/** The places of taxa among those that are likely, by id: 0 is the likeliest. */
export type LikelyTaxa = ReadonlyMap<number, number>;

/** How many hits to look at for a limit: the likely ones among them may not be the first. */
export function hitsToCompare(limit: number, likely: LikelyTaxa | null): number {
  return likely === null || likely.size === 0 || limit < 1 ? limit : Math.max(limit, MOST_COMPARED);
}

/** Puts likely taxa before those that match equally well. Otherwise the order stays. */
export function likelyFirst<Hit extends Matched & { id: number }>(hits: readonly Hit[], likely: LikelyTaxa | null): readonly Hit[] {
  if (likely === null || likely.size === 0 || !hits.some(({ id }) => likely.has(id))) return hits;
  const placeOf = ({ id }: Hit) => likely.get(id) ?? Infinity;
  const ordered: Hit[] = [];
  for (let from = 0; from < hits.length;) {
    let to = from + 1;
    while (to < hits.length && areTies(itemAt(hits, from), itemAt(hits, to))) to++;
    const ties = hits.slice(from, to);
    ordered.push(...ties.sort((one, other) => compare(placeOf(one), placeOf(other))));
    from = to;
  }
  return ordered;
}

/** Not a difference: that of two infinite places is no number. */
const compare = (one: number, other: number) => (one < other ? -1 : one > other ? 1 : 0);
