import { dayRange, isInPeriod, type Period } from '@veld/contract';
import type { LocalFact } from './own';

/** The records of a list: those of a period, or those since a day. */
export interface RecordFilter {
  period: Period;
  since: string | null;
  /** Null means worldwide. */
  country?: string | null;
  isConfirmed?: boolean;
}

type Filtered = Pick<LocalFact, 'observed_on' | 'country_code' | 'quality'>;

export function filterRecords<T extends Filtered>(records: readonly T[], filter: RecordFilter, today: string): T[] {
  const { period, since, country = null, isConfirmed = false } = filter;
  return records.filter(
    ({ observed_on, country_code, quality }) =>
      (since === null ? isInPeriod(observed_on, period, today) : ((observed_on && dayRange(observed_on)?.from) ?? '') >= since) &&
      (country === null || country_code === country) &&
      (!isConfirmed || quality === 'confirmed'),
  );
}
