import type { SpeciesRow } from './store.ts';

/**
 * Species as a map of displayed name to id. Where two share a name, each gets its scientific name behind it, so that both
 * stay findable and no name stands for two (decisions.md section 4).
 */
export function presentSpecies(rows: SpeciesRow[]): Record<string, number> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
  return Object.fromEntries(rows.map((row) => [times.get(row.name) === 1 ? row.name : `${row.name} (${row.display_name})`, row.id]));
}
