import { dayRange, isInPeriod, type Period } from '@veld/contract';
import { journeyDays } from '../journeys/days';
import { type LocalObservation, withoutTicks } from '../observations/own';

/** The records of a list: those of a period, or those since a day. */
export interface RecordFilter {
  period: Period;
  since: string | null;
}

/** The user's records of a filter, and the number of days that "My journeys" lists for them. */
export function recordsOf(
  all: readonly LocalObservation[],
  { period, since }: RecordFilter,
  today: string,
): { records: LocalObservation[]; days: number } {
  const isWanted = ({ observed_on }: LocalObservation) =>
    since === null ? isInPeriod(observed_on, period, today) : ((observed_on && dayRange(observed_on)?.from) ?? '') >= since;
  const records = withoutTicks(all).filter(isWanted);
  return { records, days: journeyDays(records).length };
}
