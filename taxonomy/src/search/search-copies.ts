import { isReliable, orderAcrossCopies } from '../ranking.ts';
import { uniqueName } from './homonyms.ts';
import { hitsToCompare, likelyFirst, type LikelyTaxa } from '../likely-first.ts';
import type { TaxonHit } from './hit.ts';
import { searchInPhases, union } from './phases.ts';
import { DEFAULT_LIMIT, type TaxonIndex } from './taxon-index.ts';
import type { SearchOptions } from './text-search.ts';

/**
 * Searches several copies: the hits of the first one (the country's) come first and later copies add theirs, except for the lead class
 * of `ranking.ts`. All copies go through the phases together. Hits are unique by id and by displayed name before the limit applies. Of
 * hits that match equally well, `likely` ones come first.
 */
export function searchCopies(
  copies: readonly TaxonIndex[],
  text: string,
  options: SearchOptions = {},
  likely: LikelyTaxa | null = null,
): TaxonHit[] {
  const wanted = options.limit ?? DEFAULT_LIMIT;
  const limit = hitsToCompare(wanted, likely);
  const [only] = copies;
  if (only !== undefined && copies.length === 1)
    return likelyFirst(only.search(text, { ...options, limit }), likely).slice(0, Math.max(wanted, 0));
  const found =
    options.phase === undefined
      ? searchInPhases(text, copies[0]?.languages.main ?? '', limit, (phase, more) => {
          const except = union(more.except, options.except);
          return searchAll(copies, text, more.limit, { ...options, phase, except, areGuesses: more.areGuesses });
        })
      : searchAll(copies, text, limit, options);
  const labels = copies[0]?.groupLabels ?? {};
  const names = new Set<string>();
  const hits: TaxonHit[] = [];
  for (const hit of likelyFirst(found, likely).slice(0, Math.max(wanted, 0))) {
    const name = names.has(hit.name) ? uniqueName(hit, labels, (candidate) => !names.has(candidate)) : hit.name;
    names.add(name);
    hits.push(name === hit.name ? hit : { ...hit, name });
  }
  return hits;
}

function searchAll(copies: readonly TaxonIndex[], text: string, limit: number, options: SearchOptions): TaxonHit[] {
  const found: TaxonHit[] = [];
  for (const copy of copies) {
    const except = found.length === 0 ? options.except : union(new Set(found.map(({ id }) => id)), options.except);
    // Even with the limit reached, a reliable hit of a later copy matters: it means that nothing is guessed.
    const least = found.some(({ match }) => isReliable(match)) ? 0 : 1;
    const rest = limit < 1 ? 0 : Math.max(limit - found.length, least);
    found.push(...copy.search(text, { ...options, except, limit: rest, exactLimit: limit }));
  }
  return orderAcrossCopies(found);
}
