import type { Language } from '@veld/contract';
import { GROUP_LABELS } from './group-labels.ts';

/** A taxon with its displayed name. */
export interface NamedTaxon {
  id: number;
  name: string;
  scientific_name: string;
  taxon_group: string;
  family: string | null;
}

/**
 * The displayed names of taxa, in the same order, made unique for a map of name to id. Homonyms get a label: the group if that
 * distinguishes them, else the scientific name, the family or the id (decision 0022). Devices use the same rule.
 */
export function uniqueNames(rows: readonly NamedTaxon[], language: Language): string[] {
  const labels: Record<string, string> = GROUP_LABELS[language];
  const taken = new Set(rows.map((row) => row.name));
  const names = rows.map((row) => row.name);
  for (const shared of sharedNames(rows)) {
    const labelled = shared.flatMap((at) => {
      const row = rows[at];
      if (!row) return [];
      const own = [labels[row.taxon_group] ?? row.taxon_group, row.scientific_name, row.family].filter(
        (label) => label && label !== row.name,
      );
      return [{ at, row, candidates: own.map((label) => `${row.name} (${label})`) }];
    });
    const uses = new Map<string, number>();
    for (const { candidates } of labelled) for (const name of new Set(candidates)) uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const { at, row, candidates } of labelled) {
      const name = candidates.find((one) => uses.get(one) === 1 && !taken.has(one)) ?? `${row.name} (${row.id})`;
      names[at] = name;
      taken.add(name);
    }
  }
  return names;
}

/** The positions of rows that share a name, grouped by name. */
function sharedNames(rows: readonly NamedTaxon[]): number[][] {
  const positions = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const same = positions.get(row.name);
    if (same) same.push(at);
    else positions.set(row.name, [at]);
  }
  return [...positions.values()].filter((same) => same.length > 1);
}
