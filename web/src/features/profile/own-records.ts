import { journeyDays } from '../journeys/days';
import { type LocalObservation, withoutTicks } from '../observations/own';
import { filterRecords, type RecordFilter } from './record-filter';

/** The user's records of a filter, and the number of days that "My journeys" lists for them. */
export function recordsOf(
  all: readonly LocalObservation[],
  filter: RecordFilter,
  today: string,
): { records: LocalObservation[]; days: number } {
  const records = filterRecords(withoutTicks(all), filter, today);
  return { records, days: journeyDays(records).length };
}
