import type { Taxon } from '../taxa/data';

/** Why a species is shown. */
export type Reason = 'likely_here' | 'common';

export interface Discovery {
  taxon: Taxon;
  reason: Reason;
}

/**
 * The species of a list that were not seen yet: those likely at a place first (most likely first), then by how common they
 * are in the list (its order).
 */
export function unseenSpecies(
  list: readonly Taxon[],
  seen: ReadonlySet<number> | ReadonlyMap<number, unknown>,
  likely: readonly number[],
): Discovery[] {
  const rank = new Map(likely.map((id, at) => [id, at]));
  return list
    .filter(({ id }) => !seen.has(id))
    .map((taxon): Discovery => ({ taxon, reason: rank.has(taxon.id) ? 'likely_here' : 'common' }))
    .sort((first, second) => placeOf(rank, first) - placeOf(rank, second));
}

function placeOf(rank: ReadonlyMap<number, number>, { taxon }: Discovery): number {
  return rank.get(taxon.id) ?? rank.size;
}
