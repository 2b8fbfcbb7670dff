import { isAboveSpecies, type DayRange, TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import type { RecordFact } from '../in-memory/record-facts';

/** A record as the figures count it. */
export interface CountedRecord extends RecordFact {
  /** The species it counts for; null for an absence, a higher taxon and a record without a taxon. */
  species: number | null;
  /** Null without a taxon. */
  group: TaxonGroup | null;
}

/** `findCountedSpecies` maps a taxon to the species it counts for (a subspecies to its species, a merged id to its successor). */
export function countedRecord(fact: RecordFact, speciesOf: ReadonlyMap<number, number>): CountedRecord {
  const { taxon_id: id, taxon, isAbsence } = fact;
  const isSpecies = id !== null && !isAbsence && !isAboveSpecies(taxon?.rank ?? '');
  return {
    ...fact,
    species: isSpecies ? (speciesOf.get(id) ?? id) : null,
    group: taxon && (TAXON_GROUPS.find((group) => group === taxon.group) ?? 'other'),
  };
}

/** The day of a date that is one, the month (YYYY-MM) and the year (YYYY) in which a date lies as a whole; else null. */
export const pickDay = (days: DayRange | null): string | null => (days && days.from === days.to ? days.from : null);
export const pickMonth = (days: DayRange | null): string | null => commonStart(days, 7);
export const pickYear = (days: DayRange | null): string | null => commonStart(days, 4);

function commonStart(days: DayRange | null, length: number): string | null {
  const start = days?.from.slice(0, length);
  return start !== undefined && days!.to.startsWith(start) ? start : null;
}

/** The month of a day or of YYYY-MM, from 0. */
export const monthIndex = (date: string): number => Number(date.slice(5, 7)) - 1;
