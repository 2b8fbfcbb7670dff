import { fold } from '../text/fold.ts';
import type { Match } from '../ranking.ts';
import type { StoredTaxon } from '../storage/taxon-record.ts';

/**
 * A taxon as screens show it. `name` carries a label if needed to be unique in its copy. Folded names follow from `spelled`,
 * see `withNormalisedNames`.
 */
export interface Taxon extends StoredTaxon {
  main_name: string | null;
  english_name: string | null;
}

/** `matched`: the name that matched, unless it is the displayed or the scientific one ("as X"). */
export interface TaxonHit extends Taxon {
  match: Match;
  matched: string | null;
}

/** Adds the fields that are derived for display. */
export function taxonOf(stored: StoredTaxon, mainLanguage: string): Taxon {
  return Object.assign(stored, { main_name: stored.spelled[mainLanguage]?.[0] ?? null, english_name: stored.spelled['en']?.[0] ?? null });
}

/** A hit. Frozen, because it is cached and returned again. */
export function hitOf(stored: StoredTaxon, mainLanguage: string, match: Match, spelled: string): TaxonHit {
  return Object.freeze(Object.assign(taxonOf(stored, mainLanguage), { match, matched: matchedName(stored, spelled) }));
}

/** The name that matched, or null if it is one of those displayed anyway. */
function matchedName(stored: StoredTaxon, spelled: string): string | null {
  if (spelled === stored.name || spelled === stored.scientific_name) return null;
  const folded = fold(spelled);
  return folded === fold(stored.name) || folded === fold(stored.scientific_name) ? null : spelled;
}
