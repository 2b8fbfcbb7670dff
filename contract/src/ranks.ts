/** Ranks above species, the highest first. A record of such a higher taxon ("an oak") can be refined later and counts for no species. */
const ABOVE_SPECIES =
  'domain superkingdom kingdom subkingdom infrakingdom superphylum phylum subphylum infraphylum superclass class subclass infraclass subterclass ' +
  'megacohort supercohort cohort subcohort infracohort superorder order suborder infraorder parvorder zoosection zoosubsection superfamily epifamily ' +
  'family subfamily supertribe tribe subtribe infratribe genus genushybrid subgenus infragenus section subsection series subseries';
export const RANKS_ABOVE_SPECIES: readonly string[] = ABOVE_SPECIES.split(' ');

const above = new Set(RANKS_ABOVE_SPECIES);

/** False for an aggregate and for an unknown rank. */
export function isAboveSpecies(rank: string): boolean {
  return above.has(rank);
}
