import type { TaxonHit } from '../../local/taxonomy/search';

/** Whether a search result only resembles what was typed, so that it is shown under "Did you mean" and never chosen for the user. */
export function isGuess({ match }: Pick<TaxonHit, 'match'>): boolean {
  return match === 'similar';
}

/** Where the guesses begin in search results; -1 if there are none. */
export function firstGuess(hits: readonly Pick<TaxonHit, 'match'>[]): number {
  return hits.findIndex(isGuess);
}
