import { dayRange, todayIn } from '@veld/contract';
import { dateOf, type FormValues } from './form-values';
import { wallClock } from './zone';

export type Check = 'future' | 'uncertain_place';

const WIDE_M = 1000;

/** What a person may want to look at again. Nothing here keeps a record from being saved. */
export function checksOf(values: FormValues, now: Date): Check[] {
  const checks: Check[] = [];
  if (isFuture(values, now)) checks.push('future');
  if (values.latitude !== null && (values.coordinate_uncertainty_m ?? 0) > WIDE_M) checks.push('uncertain_place');
  return checks;
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
