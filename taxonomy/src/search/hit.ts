import { fold } from '../text/fold.ts';
import type { Match } from '../ranking.ts';
import type { StoredTaxon } from '../storage/taxon-record.ts';

/**
 * A taxon as screens show it. `name` tells homonyms apart and is unique in its copy. Its normalised names, which nobody is
 * shown, follow from `spelled`: see withNormalisedNames.
 */
export interface Taxon extends StoredTaxon {
  main_name: string | null;
  english_name: string | null;
}

/** `matched`: the name that was decoded where it is none of those shown first: "as X". */
export interface TaxonHit extends Taxon {
  match: Match;
  matched: string | null;
}

/** What a screen shows of a row beside what is stored. */
export function taxonOf(stored: StoredTaxon, mainLanguage: string): Taxon {
  return Object.assign(stored, { main_name: stored.spelled[mainLanguage]?.[0] ?? null, english_name: stored.spelled['en']?.[0] ?? null });
}

/** An answer. It is kept and given again, so nobody may change it. */
export function hitOf(stored: StoredTaxon, mainLanguage: string, match: Match, spelled: string): TaxonHit {
  return Object.freeze(Object.assign(taxonOf(stored, mainLanguage), { match, matched: matchedName(stored, spelled) }));
}

/** The name a taxon was decoded by, where that is not one of those shown first. */
function matchedName(stored: StoredTaxon, spelled: string): string | null {
  if (spelled === stored.name || spelled === stored.scientific_name) return null;
  const folded = fold(spelled);
  return folded === fold(stored.name) || folded === fold(stored.scientific_name) ? null : spelled;
}
