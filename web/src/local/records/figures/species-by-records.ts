import type { TaxonSummary } from '@veld/contract';
import type { CountedRecord } from './counted-record';

export interface CountedSpecies {
  id: number;
  /** The taxon of one of its records. */
  taxon: TaxonSummary | null;
  records: number;
}

/** The species of records, most records first. */
export function speciesByRecords(records: readonly CountedRecord[]): CountedSpecies[] {
  const counts = new Map<number, CountedSpecies>();
  for (const { species, taxon } of records) {
    if (species === null) continue;
    const one = counts.get(species);
    if (one) one.records++;
    else counts.set(species, { id: species, taxon, records: 1 });
  }
  return [...counts.values()].toSorted((one, other) => other.records - one.records);
}
