import { isDue, orderAcrossCopies, type Phase, PHASES } from '../ranking.ts';
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
  const found: TaxonHit[] = [];
  let first: Phase | null = null;
  for (const phase of options.phase === undefined ? PHASES : [options.phase]) {
    if (!isDue(phase, first)) continue;
    searchAll(copies, text, limit, phase, found);
    if (found.length > 0) first ??= phase;
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

/** Adds the hits of one phase. */
function searchAll(copies: readonly TaxonIndex[], text: string, limit: number, phase: Phase, found: TaxonHit[]): void {
  const before = found.length;
  for (const copy of copies) {
    const others = { phase, except: new Set(found.map(({ id }) => id)), limit: limit - found.length, exactLimit: limit - before };
    found.push(...copy.search(text, others));
  }
}
