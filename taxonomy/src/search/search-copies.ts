import { orderAcrossCopies } from '../ranking.ts';
import { uniqueName } from './homonyms.ts';
import type { TaxonHit } from './hit.ts';
import { DEFAULT_LIMIT, type SearchOptions, type TaxonIndex } from './taxon-index.ts';

/**
 * Searches several copies: the hits of the first one (the country's) come first and later copies add theirs, except for the lead class
 * of `ranking.ts`. Tries fuzzy matches only if no copy has another hit. Hits are unique by id and by displayed name before the limit
 * applies.
 */
export function searchCopies(copies: readonly TaxonIndex[], text: string, options: SearchOptions = {}): TaxonHit[] {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const [only] = copies;
  if (only !== undefined && copies.length === 1) return only.search(text, { ...options, limit });
  let found = searchAll(copies, text, limit, options.fuzzy === 'only' ? 'only' : false);
  if (found.length === 0 && options.fuzzy !== false) found = searchAll(copies, text, limit, 'only');
  const labels = copies[0]?.groupLabels ?? {};
  const names = new Set<string>();
  const hits: TaxonHit[] = [];
  for (const hit of orderAcrossCopies(found).slice(0, Math.max(limit, 0))) {
    const name = names.has(hit.name) ? uniqueName(hit, labels, (candidate) => !names.has(candidate)) : hit.name;
    names.add(name);
    hits.push(name === hit.name ? hit : { ...hit, name });
  }
  return hits;
}

function searchAll(copies: readonly TaxonIndex[], text: string, limit: number, fuzzy: false | 'only'): TaxonHit[] {
  const found = new Map<number, TaxonHit>();
  for (const copy of copies) {
    const others = { fuzzy, except: new Set(found.keys()), limit: limit - found.size, exactLimit: limit };
    for (const hit of copy.search(text, others)) found.set(hit.id, hit);
  }
  return [...found.values()];
}
