import { type CheckName, dayRange, todayIn } from '@veld/contract';
import { dateOf, type FormValues, taxonIdOf } from '../form-values';
import { type Checked, isSure } from '../../observations/acknowledged';
import { type UnusualCount, unusualCount } from './unusual-counts';
import { wallClock } from '../../geo/time-zone';

/** At which field a check stands. */
export type CheckedField = 'taxon' | 'when' | 'where' | 'count';

/** Something a person may want to look at again, and whether that person said that it is so. */
export type Check =
  | { field: 'when'; name: 'future'; isSure: boolean }
  | { field: 'when'; name: 'time_without_day' }
  | { field: 'where'; name: 'wide_place'; isSure: boolean }
  | { field: 'where'; name: 'zero_place' }
  | { field: 'taxon'; name: 'not_listed'; isSure: boolean; country: string }
  | { field: 'count'; name: 'unusual_count'; isSure: boolean; why: UnusualCount };

/** What a check knows besides the form. */
export interface CheckFacts {
  now: Date;
  /** The country in whose whole list the species is missing, where the place lies in that country; else null. */
  notListedIn: string | null;
  /** Counts of the species in this person's other records. */
  ownCounts: readonly number[];
}

const WIDE_M = 1000;

/** What may be wrong, with the reason. Nothing here keeps a record from being saved. */
export function checksOf(values: FormValues, { now, notListedIn, ownCounts }: CheckFacts): Check[] {
  const checked = checkedOf(values);
  const sure = (name: CheckName) => isSure(name, checked);
  const checks: Check[] = [];
  if (isFuture(values, now)) checks.push({ field: 'when', name: 'future', isSure: sure('future') });
  if (values.date_kind === 'day' && values.day === '' && values.time !== '') checks.push({ field: 'when', name: 'time_without_day' });
  if (values.latitude === 0 && values.longitude === 0) checks.push({ field: 'where', name: 'zero_place' });
  else if (values.latitude !== null && (values.coordinate_uncertainty_m ?? 0) > WIDE_M)
    checks.push({ field: 'where', name: 'wide_place', isSure: sure('wide_place') });
  if (values.taxon && notListedIn) checks.push({ field: 'taxon', name: 'not_listed', isSure: sure('not_listed'), country: notListedIn });
  const most = Math.max(values.count ?? 0, values.count_type === 'range' ? (values.count_max ?? 0) : 0);
  const why = values.taxon ? unusualCount(most, values.taxon.group, ownCounts) : null;
  if (why) checks.push({ field: 'count', name: 'unusual_count', isSure: sure('unusual_count'), why });
  return checks;
}

/** The form as checks look at it: what would be saved. */
export function checkedOf(values: FormValues): Checked {
  const observed_on = dateOf(values);
  return {
    taxon_id: taxonIdOf(values),
    observed_on,
    observed_time: values.date_kind === 'day' && observed_on !== null && values.time !== '' ? values.time : null,
    latitude: values.latitude,
    coordinate_uncertainty_m: values.coordinate_uncertainty_m,
    count: values.count,
    count_max: values.count_type === 'range' ? values.count_max : null,
    attributes: values.attributes,
  };
}

/** By the clock of the place. */
function isFuture(values: FormValues, now: Date): boolean {
  const date = dateOf(values);
  const days = date ? dayRange(date) : null;
  if (!days) return false;
  const today = todayIn(values.time_zone, now);
  if (days.from > today) return true;
  if (values.date_kind !== 'day' || days.from !== today || values.time === '') return false;
  return values.time > wallClock(values.time_zone, now).time;
}
