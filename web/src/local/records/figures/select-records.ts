import { type DayRange, periodRange, type Period, type TaxonGroup, isAboveSpecies, TAXON_GROUPS } from '@veld/contract';
import { isAtSavedPlace, type PlaceArea } from '../../changes/saved-places';
import type { RecordFact } from '../in-memory/record-facts';

export interface StatisticsFilter {
  /** Null means worldwide. */
  country: string | null;
  /** Only records at this place; it replaces the country. */
  place: PlaceArea | null;
  group: TaxonGroup | null;
  period: Period;
  today: string;
}

/** Whether a record is of the place or country and the group of a filter. A record without a country is in none. */
export function isOfFilter({ country, place, group }: StatisticsFilter, record: CountedRecord): boolean {
  if (group !== null && record.group !== group) return false;
  return place ? isAtSavedPlace(place, record) : country === null || record.country_code === country;
}

/** The days of a filter's period; null for all. */
export const findFilterDays = ({ period, today }: StatisticsFilter): DayRange | null => periodRange(period, today);

/** The last day of charts: today, or the end of a period that is over. */
export function findLastDay(filter: StatisticsFilter): string {
  const end = findFilterDays(filter)?.to;
  return end !== undefined && end < filter.today ? end : filter.today;
}

/** Whether a date lies in a period as a whole; without a period, every record does. */
export function isWithin(days: DayRange | null, period: DayRange | null): boolean {
  return period === null || (days !== null && days.from >= period.from && days.to <= period.to);
}

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
