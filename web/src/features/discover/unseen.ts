import type { Taxon } from '../taxa/data';

/** Why a species is shown. */
export type Reason = 'likely_here' | 'common';

export interface Discovery {
  taxon: Taxon;
  reason: Reason;
}

/**
 * The unseen species of a list: those likely at a place first (most likely first), then the others by rarity. Species of equal rarity
 * alternate between groups, so that birds do not fill the list.
 */
export function unseenSpecies(
  list: readonly Taxon[],
  seen: ReadonlySet<number> | ReadonlyMap<number, unknown>,
  likely: readonly number[],
): Discovery[] {
  const rank = new Map(likely.map((id, at) => [id, at]));
  const unseen = list.filter(({ id }) => !seen.has(id));
  const turns = turnsOf(unseen);
  return unseen
    .map((taxon): Discovery => ({ taxon, reason: rank.has(taxon.id) ? 'likely_here' : 'common' }))
    .sort(
      ({ taxon: one }, { taxon: other }) =>
        (rank.get(one.id) ?? rank.size) - (rank.get(other.id) ?? rank.size) ||
        one.rarity_class - other.rarity_class ||
        turns.get(one.id)! - turns.get(other.id)!,
    );
}

/** By taxon id: how many taxa of the same group and rarity come before it. */
function turnsOf(list: readonly Taxon[]): Map<number, number> {
  const counts = new Map<string, number>();
  return new Map(
    list.map((taxon) => {
      const key = `${taxon.rarity_class} ${taxon.group}`;
      const turn = counts.get(key) ?? 0;
      counts.set(key, turn + 1);
      return [taxon.id, turn];
    }),
  );
}
