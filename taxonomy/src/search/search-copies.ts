import { uniqueName } from './homonyms.ts';
import type { TaxonHit } from './hit.ts';
import { DEFAULT_LIMIT, type SearchOptions, type TaxonIndex } from './taxon-index.ts';

/**
 * Searches several copies: the first (the country's) answers first and the others fill up. Only a name that is exactly
 * the text stands before the rest of the country's answers, wherever it comes from. A slip of the fingers is forgiven
 * only when no copy finds anything without. Unique by id and by displayed name, before the limit is applied.
 */
export function searchCopies(copies: readonly TaxonIndex[], text: string, options: SearchOptions = {}): TaxonHit[] {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const [only] = copies;
  if (only !== undefined && copies.length === 1) return only.search(text, { ...options, limit });
  let found = searchAll(copies, text, limit, options.forgive === 'only' ? 'only' : false);
  if (found.length === 0 && options.forgive !== false) found = searchAll(copies, text, limit, 'only');
  const labels = copies[0]?.groupLabels ?? {};
  const names = new Set<string>();
  const hits: TaxonHit[] = [];
  for (const hit of [...found.filter(isExact), ...found.filter((other) => !isExact(other))].slice(0, Math.max(limit, 0))) {
    const name = names.has(hit.name) ? uniqueName(hit, labels, (candidate) => !names.has(candidate)) : hit.name;
    names.add(name);
    hits.push(name === hit.name ? hit : { ...hit, name });
  }
  return hits;
}

function searchAll(copies: readonly TaxonIndex[], text: string, limit: number, forgive: false | 'only'): TaxonHit[] {
  const found = new Map<number, TaxonHit>();
  for (const copy of copies) {
    const others = { forgive, except: new Set(found.keys()), limit: limit - found.size, exactLimit: limit };
    for (const hit of copy.search(text, others)) found.set(hit.id, hit);
  }
  return [...found.values()];
}

function isExact(hit: TaxonHit): boolean {
  return hit.match === 'exact';
}
