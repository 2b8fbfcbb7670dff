import type { Language } from '@veld/contract';
import { uniqueNames } from '../taxa/names.ts';
import type { SpeciesRow } from './store.ts';

/** Species as a map of displayed name to id. No name stands for two: namesakes are told apart as everywhere (taxa/names.ts). */
export function presentSpecies(rows: readonly SpeciesRow[], language: Language): Record<string, number> {
  const names = uniqueNames(rows, language);
  return Object.fromEntries(rows.map((row, at) => [names[at]!, row.id]));
}
