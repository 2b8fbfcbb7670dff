import { fold } from '../text/fold.ts';
import { type Match, SPECIES_FIRST } from '../ranking.ts';
import { SCIENTIFIC, type StoredTaxon } from '../storage/taxon-record.ts';
import { itemAt } from '../elements.ts';

/** A taxon for display. `name` has a label if that is needed to be unique in the copy. `withNormalisedNames` adds the folded names. */
export interface Taxon extends StoredTaxon {
  main_name: string | null;
  english_name: string | null;
}

/** `matched` is the name that matched ("as X"); null if it is the displayed or the scientific one. */
export interface TaxonHit extends Taxon {
  match: Match;
  matched: string | null;
  /** The language of `matched` ("as X (German)"); null if it is a name in the main language or a scientific one. */
  matched_language: string | null;
}

/** Adds the fields that are derived for display. */
export function presentTaxon(stored: StoredTaxon, mainLanguage: string): Taxon {
  return Object.assign(stored, { main_name: stored.spelled[mainLanguage]?.[0] ?? null, english_name: stored.spelled['en']?.[0] ?? null });
}

/** A hit. Frozen, because it is cached and returned again. */
export function makeHit(stored: StoredTaxon, languages: readonly string[], match: Match, spelled: string): TaxonHit {
  const [main = ''] = languages;
  const matched = matchedName(stored, spelled);
  const matched_language = matched === null ? null : languageOf(stored, languages, matched);
  return Object.freeze(Object.assign(presentTaxon(stored, main), { match, matched, matched_language }));
}

/** The first language that has the name. */
function languageOf({ spelled }: StoredTaxon, languages: readonly string[], name: string): string | null {
  const [main] = languages;
  if (spelled[SCIENTIFIC]?.includes(name) === true) return null;
  const language = languages.find((some) => spelled[some]?.includes(name) === true);
  return language === undefined || language === main ? null : language;
}

/** The name that matched, or null if it is one of those displayed anyway. */
function matchedName(stored: StoredTaxon, spelled: string): string | null {
  if (spelled === stored.name || spelled === stored.scientific_name) return null;
  const folded = fold(spelled);
  return folded === fold(stored.name) || folded === fold(stored.scientific_name) ? null : spelled;
}

const SPECIES = 'species';

/** Moves each higher taxon behind the first species below it in the same class, as `ranking.ts` says. */
export function speciesFirst(hits: TaxonHit[], isBelow: (species: TaxonHit, higher: TaxonHit) => boolean): void {
  for (let at = hits.length - 2; at >= 0; at--) {
    const higher = itemAt(hits, at);
    const most = SPECIES_FIRST[higher.match] ?? 0;
    if (higher.rank === SPECIES || most === 0) continue;
    const to = hits.findIndex(
      (hit, place) => place > at && place - at <= most && hit.match === higher.match && hit.rank === SPECIES && isBelow(hit, higher),
    );
    if (to === -1) continue;
    hits.copyWithin(at, at + 1, to + 1);
    hits[to] = higher;
  }
}
