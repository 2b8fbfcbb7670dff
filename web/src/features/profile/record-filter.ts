import { dayRange, isInPeriod, type Period } from '@veld/contract';
import type { LocalObservation } from '../observations/own';

/** The records of a list: those of a period, or those since a day. */
export interface RecordFilter {
  period: Period;
  since: string | null;
}

export function filterRecords(records: readonly LocalObservation[], { period, since }: RecordFilter, today: string): LocalObservation[] {
  return records.filter(({ observed_on }) =>
    since === null ? isInPeriod(observed_on, period, today) : ((observed_on && dayRange(observed_on)?.from) ?? '') >= since,
  );
}
