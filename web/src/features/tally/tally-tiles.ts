import type { TaxonSummary } from '@veld/contract';
import type { Suggestion } from '../recording/taxon/suggestions';

/** A button that counts one species. */
export interface TallyTile {
  taxon: TaxonSummary;
  count: number;
  /** Why it is offered; null where it was looked for. */
  suggestion: Suggestion | null;
}

type Counts = ReadonlyMap<number, { taxon: TaxonSummary; count: number }>;

/**
 * The tiles in their order. Those that stood there stay where they are, because a button that moves under a finger counts
 * the wrong species; what was just looked for comes first, where the person looks for it; suggestions fill up behind.
 */
export function tilesOf(before: readonly TallyTile[], counts: Counts, suggestions: readonly Suggestion[], offered: number): TallyTile[] {
  const suggested = new Map(suggestions.map((one) => [one.taxon.id, one]));
  const stood = new Set(before.map(({ taxon }) => taxon.id));
  const kept = before.map((tile) => {
    const { id } = tile.taxon;
    return { ...tile, count: counts.get(id)?.count ?? 0, suggestion: suggested.get(id) ?? tile.suggestion };
  });
  const counted = [...counts.values()]
    .filter(({ taxon }) => !stood.has(taxon.id))
    .map(({ taxon, count }): TallyTile => ({ taxon, count, suggestion: suggested.get(taxon.id) ?? null }));
  const standing = new Set([...stood, ...counted.map(({ taxon }) => taxon.id)]);
  const room = Math.max(0, offered - kept.length - counted.length);
  const fresh = suggestions
    .filter(({ taxon }) => !standing.has(taxon.id))
    .slice(0, room)
    .map((suggestion): TallyTile => ({ taxon: suggestion.taxon, count: 0, suggestion }));
  return [...counted, ...kept, ...fresh];
}

/** To which tile an arrow key leads from one, in a grid of so many columns; the same where there is none. */
export function tileBeside(index: number, key: string, columns: number, total: number): number {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0;
  const next = index + by;
  return next >= 0 && next < total ? next : index;
}
