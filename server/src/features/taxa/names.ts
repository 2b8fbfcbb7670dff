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
    const candidates = shared.map((at) => {
      const { name, taxon_group, scientific_name, family } = rows[at]!;
      return [labels[taxon_group] ?? taxon_group, scientific_name, family]
        .filter((label) => label && label !== name)
        .map((label) => `${name} (${label})`);
    });
    const uses = new Map<string, number>();
    for (const own of candidates) for (const name of new Set(own)) uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const [index, at] of shared.entries()) {
      const free = candidates[index]!.find((name) => uses.get(name) === 1 && !taken.has(name));
      names[at] = free ?? `${rows[at]!.name} (${rows[at]!.id})`;
      taken.add(names[at]);
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
