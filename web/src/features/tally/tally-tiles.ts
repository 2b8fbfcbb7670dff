import type { TaxonSummary } from '@veld/contract';
import type { Suggestion } from '../recording/taxon/suggestions';

/** A button that counts one species. */
export interface TallyTile {
  taxon: TaxonSummary;
  count: number;
  /** The suggestion behind the tile; null if the user added it. */
  suggestion: Suggestion | null;
}

type Counts = ReadonlyMap<number, { taxon: TaxonSummary; count: number }>;

/**
 * The tiles in order. Existing tiles keep their positions, because a tile that moves under a finger would count the wrong species. A newly
 * added species comes first, and suggestions fill the rest.
 */
export function arrangeTiles(
  before: readonly TallyTile[],
  counts: Counts,
  suggestions: readonly Suggestion[],
  offered: number,
): TallyTile[] {
  const suggested = new Map(suggestions.map((one) => [one.taxon.id, one]));
  const stood = new Set(before.map(({ taxon }) => taxon.id));
  const existing = before.map((tile) => {
    const { id } = tile.taxon;
    return { ...tile, count: counts.get(id)?.count ?? 0, suggestion: suggested.get(id) ?? tile.suggestion };
  });
  const counted = [...counts.values()]
    .filter(({ taxon }) => !stood.has(taxon.id))
    .map(({ taxon, count }): TallyTile => ({ taxon, count, suggestion: suggested.get(taxon.id) ?? null }));
  const standing = new Set([...stood, ...counted.map(({ taxon }) => taxon.id)]);
  const room = Math.max(0, offered - existing.length - counted.length);
  const fresh = suggestions
    .filter(({ taxon }) => !standing.has(taxon.id))
    .slice(0, room)
    .map((suggestion): TallyTile => ({ taxon: suggestion.taxon, count: 0, suggestion }));
  return [...counted, ...existing, ...fresh];
}

/** The index that an arrow key moves to, in a grid with the given number of columns; unchanged at the edges. */
export function nextTileIndex(index: number, key: string, columns: number, total: number): number {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0;
  const next = index + by;
  return next >= 0 && next < total ? next : index;
}
