import type { TaxonGroup } from '@veld/contract';

/**
 * A count is unusual if either rule applies:
 *
 * - It is more than ten times the user's highest count of the species. Needs at least three earlier counts, and applies only
 *   above 50: whoever has seen two robins may well see twenty.
 * - It exceeds the limit of its group. The limits are far above ordinary counts, to catch a zero too many rather than a good day:
 *   starling roosts and flocks of waders reach tens of thousands, bat colonies a thousand, mayfly hatches a million.
 */
export const OWN_MAX_FACTOR = 10;
export const MIN_OWN_COUNTS = 3;
export const MIN_UNUSUAL = 50;

export const MAX_OF_GROUP: Readonly<Record<TaxonGroup, number>> = {
  bird: 50_000,
  mammal: 1000,
  amphibian: 10_000,
  reptile: 200,
  fish: 100_000,
  butterfly: 5000,
  dragonfly: 5000,
  insect: 1_000_000,
  spider: 10_000,
  mollusc: 100_000,
  plant: 1_000_000,
  tree: 100_000,
  fern: 100_000,
  moss: 1_000_000,
  fungus: 10_000,
  lichen: 100_000,
  other: 1_000_000,
};

/** The rule by which a count is unusual, with the highest usual count. */
export type UnusualCount = { rule: 'own'; most: number } | { rule: 'group'; most: number };

export function unusualCount(count: number, group: TaxonGroup, ownCounts: readonly number[]): UnusualCount | null {
  const own = Math.max(0, ...ownCounts);
  if (ownCounts.length >= MIN_OWN_COUNTS && count > Math.max(own * OWN_MAX_FACTOR, MIN_UNUSUAL)) return { rule: 'own', most: own };
  // The user's own counts may exceed the limit of the group.
  const most = Math.max(MAX_OF_GROUP[group], own);
  return count > most ? { rule: 'group', most: MAX_OF_GROUP[group] } : null;
}
