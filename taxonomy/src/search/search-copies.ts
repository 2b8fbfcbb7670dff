import { orderAcrossCopies, type Phase, PHASES } from '../ranking.ts';
import { uniqueName } from './homonyms.ts';
import type { TaxonHit } from './hit.ts';
import { DEFAULT_LIMIT, type SearchOptions, type TaxonIndex } from './taxon-index.ts';

/**
 * Searches several copies: the hits of the first one (the country's) come first and later copies add theirs, except for the lead class
 * of `ranking.ts`. A phase is tried only if no copy has a hit in those before. Hits are unique by id and by displayed name before the limit
 * applies.
 */
export function searchCopies(copies: readonly TaxonIndex[], text: string, options: SearchOptions = {}): TaxonHit[] {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const [only] = copies;
  if (only !== undefined && copies.length === 1) return only.search(text, { ...options, limit });
  let found: TaxonHit[] = [];
  for (const phase of options.phase === undefined ? PHASES : [options.phase]) {
    found = searchAll(copies, text, limit, phase);
    if (found.length > 0) break;
  }
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

function searchAll(copies: readonly TaxonIndex[], text: string, limit: number, phase: Phase): TaxonHit[] {
  const found = new Map<number, TaxonHit>();
  for (const copy of copies) {
    const others = { phase, except: new Set(found.keys()), limit: limit - found.size, exactLimit: limit };
    for (const hit of copy.search(text, others)) found.set(hit.id, hit);
  }
  return [...found.values()];
}
