import type { TaxonGroup } from '@veld/contract';

/**
 * From how many individuals a person is asked whether it is so. Two rules, of which one is enough:
 *
 * - More than ten times the most this person ever counted of the species. Only with three counts of one's own or more, and never
 *   below fifty: who has seen two robins may well see twenty.
 * - More than what hardly anybody counts of its group in one place at one time. The bounds are far above the everyday, so that
 *   they catch a zero too many and not a good day: roosts of starlings and rafts of waders reach tens of thousands, a colony of
 *   bats a thousand, a hatch of mayflies a million; two hundred lizards on one slope nobody has seen.
 */
export const TIMES_OWN_MOST = 10;
export const OWN_COUNTS_NEEDED = 3;
export const NEVER_BELOW = 50;

export const MOST_OF_GROUP: Readonly<Record<TaxonGroup, number>> = {
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

/** Why a count is asked about; null where it is not. */
export type UnusualCount = { rule: 'own'; most: number } | { rule: 'group'; most: number };

export function unusualCount(count: number, group: TaxonGroup, ownCounts: readonly number[]): UnusualCount | null {
  const own = Math.max(0, ...ownCounts);
  if (ownCounts.length >= OWN_COUNTS_NEEDED && count > Math.max(own * TIMES_OWN_MOST, NEVER_BELOW)) return { rule: 'own', most: own };
  // Whoever has counted as many before knows such places.
  const most = Math.max(MOST_OF_GROUP[group], own);
  return count > most ? { rule: 'group', most: MOST_OF_GROUP[group] } : null;
}
