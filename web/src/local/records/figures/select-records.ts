import { type DayRange, periodRange, type Period, type TaxonGroup } from '@veld/contract';
import { isAtSavedPlace, type SavedPlace } from '../../changes/saved-places';
import type { CountedRecord } from './counted-record';

export interface StatisticsFilter {
  /** Null means worldwide. */
  country: string | null;
  /** Only records at this place; it replaces the country. */
  place: SavedPlace | null;
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
