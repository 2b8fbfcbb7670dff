import { uniqueName } from './homonyms.ts';
import type { TaxonHit } from './hit.ts';
import { DEFAULT_LIMIT, type SearchOptions, type TaxonIndex } from './taxon-index.ts';

/**
 * Searches expansions copies: the first (the country's) answers first and the others fill up. Only a name that is exactly
 * the text stands before the rest of the country's answers, wherever it comes from. A slip of the fingers is forgiven
 * only when no copy finds anything without. Unique by id and by displayed name, before the limit is applied.
 */
export function searchCopies(copies: readonly TaxonIndex[], text: string, options: SearchOptions = {}): TaxonHit[] {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const [only] = copies;
  if (only !== undefined && copies.length === 1) return only.search(text, { ...options, limit });
  let decoded = searchAll(copies, text, limit, options.fuzzy === 'only' ? 'only' : false);
  if (decoded.length === 0 && options.fuzzy !== false) decoded = searchAll(copies, text, limit, 'only');
  const labels = copies[0]?.groupLabels ?? {};
  const names = new Set<string>();
  const hits: TaxonHit[] = [];
  for (const hit of [...decoded.filter(isExact), ...decoded.filter((other) => !isExact(other))].slice(0, Math.max(limit, 0))) {
    const name = names.has(hit.name) ? uniqueName(hit, labels, (candidate) => !names.has(candidate)) : hit.name;
    names.add(name);
    hits.push(name === hit.name ? hit : { ...hit, name });
  }
  return hits;
}

function searchAll(copies: readonly TaxonIndex[], text: string, limit: number, fuzzy: false | 'only'): TaxonHit[] {
  const decoded = new Map<number, TaxonHit>();
  for (const copy of copies) {
    const others = { fuzzy, except: new Set(decoded.keys()), limit: limit - decoded.size, exactLimit: limit };
    for (const hit of copy.search(text, others)) decoded.set(hit.id, hit);
  }
  return [...decoded.values()];
}

function isExact(hit: TaxonHit): boolean {
  return hit.match === 'exact';
}
