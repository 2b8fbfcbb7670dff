import { getKnown } from '@veld/contract';
import type { LikelySpecies } from '../../shared/frequencies/data';
import { type ListShare, describeShare } from '../../shared/frequencies/words';
import type { Taxon } from '../../shared/taxa/data';

/** Why a species is shown: how often it is on lists at this time of year, or how common it is in the country. */
export type Reason = { kind: 'on_lists'; share: ListShare } | { kind: 'common' };

export interface Discovery {
  taxon: Taxon;
  reason: Reason;
}

/**
 * The unseen species of a list: those on lists at this time of year first, most likely first, then the others by rarity. Species of
 * equal rarity alternate between groups, so that birds do not fill the list. `likely`: null if there are too few lists.
 */
export function unseenSpecies(
  list: readonly Taxon[],
  seen: ReadonlySet<number> | ReadonlyMap<number, unknown>,
  likely: LikelySpecies | null,
): Discovery[] {
  const rank = new Map(likely?.species.map(({ taxon_id }, at) => [taxon_id, at]));
  const unseen = list.filter(({ id }) => !seen.has(id));
  const turns = turnsOf(unseen);
  const reasonOf = ({ id }: Taxon): Reason => {
    const at = rank.get(id);
    const listed = at === undefined ? undefined : likely?.species[at];
    return likely && listed ? { kind: 'on_lists', share: describeShare(likely, listed) } : { kind: 'common' };
  };
  return unseen
    .map((taxon): Discovery => ({ taxon, reason: reasonOf(taxon) }))
    .sort(
      ({ taxon: one }, { taxon: other }) =>
        (rank.get(one.id) ?? rank.size) - (rank.get(other.id) ?? rank.size) ||
        one.rarity_class - other.rarity_class ||
        getKnown(turns, one.id) - getKnown(turns, other.id),
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
