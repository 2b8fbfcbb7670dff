import {
  acknowledgedKey,
  type CheckName,
  dayRange,
  isDay,
  isFutureDate,
  lastReached,
  resolveInstant,
  type TaxonGroup,
  todayIn,
} from '@veld/contract';
import { type FormPatch, type FormValues, readFormDate, readFormTaxonId } from '../form-values';
import { type Checked, checkedValue, isAcknowledged } from '../../../shared/records/acknowledged';
import { wallClock } from '../../../shared/geo/time-zone';

/**
 * A count is unusual if either rule applies:
 *
 * - It is more than ten times the user's highest count of the species. Needs at least three earlier counts, and applies only
 *   above 50: whoever has seen two robins may well see twenty.
 * - It exceeds the limit of its group. The limits are far above ordinary counts, to catch a zero too many rather than a good day:
 *   starling roosts and flocks of waders reach tens of thousands, bat colonies a thousand, mayfly hatches a million.
 */
const OWN_MAX_FACTOR = 10;
const MIN_OWN_COUNTS = 3;
export const MIN_UNUSUAL = 50;

export const MAX_OF_GROUP: Readonly<Record<TaxonGroup, number>> = {
  bird: 50_000,
  mammal: 1000,
  amphibian: 10_000,
  reptile: 200,
  fish: 100_000,
  butterfly: 5000,
  dragonfly: 5000,
  insect: 1_000_000,
  spider: 10_000,
  mollusc: 100_000,
  plant: 1_000_000,
  tree: 100_000,
  fern: 100_000,
  moss: 1_000_000,
  fungus: 10_000,
  lichen: 100_000,
  other: 1_000_000,
};

/** The field a check is shown at. */
export type CheckedField = 'taxon' | 'when' | 'where' | 'count';

/** A warning about a value. `isAcknowledged`: the user has acknowledged it. */
export type Check =
  | { field: 'when'; name: 'future'; isAcknowledged: boolean }
  // The server refuses the date, so the user cannot acknowledge it.
  | { field: 'when'; name: 'future'; isRefused: true }
  | { field: 'when'; name: 'long_ago'; isAcknowledged: boolean; year: number; meant: number | null }
  // Clocks were put forward over the time, which is taken as a later one.
  | { field: 'when'; name: 'skipped_time'; time: string; taken: string }
  | { field: 'when'; name: 'time_without_day' }
  | { field: 'where'; name: 'wide_place'; isAcknowledged: boolean }
  | { field: 'where'; name: 'zero_place' }
  | { field: 'taxon'; name: 'not_listed'; isAcknowledged: boolean; country: string }
  | { field: 'taxon'; name: 'unusual_month'; isAcknowledged: boolean; rarity: UnusualMonth }
  | { field: 'count'; name: 'unusual_count'; isAcknowledged: boolean; why: UnusualCount };

/** Of how many lists of a month none has a species. */
export interface UnusualMonth {
  area: 'near' | 'country';
  country: string;
  month: number;
  of: number;
}

/** What checks need besides the form. */
export interface CheckFacts {
  now: Date;
  /** The country of the place, if its complete species list lacks the species; else null. */
  notListedIn: string | null;
  /** The lists of the month that all lack the species; null if it is on one, or they are too few. */
  unusualMonth?: UnusualMonth | null;
  /** Counts of the species in the user's other records. */
  ownCounts: readonly number[];
}

/** Uncertainties above this are reported. */
export const WIDE_M = 1000;
/** Hardly any record is older, and many mistyped years are. */
const LONG_AGO = 1800;

/** Warnings about implausible values. They do not prevent saving. */
export function checkValues(values: FormValues, { now, notListedIn, unusualMonth, ownCounts }: CheckFacts): Check[] {
  const checked = pickCheckedValues(values);
  const acknowledged = (name: CheckName) => isAcknowledged(name, checked);
  const checks: Check[] = [];
  const date = readFormDate(values);
  if (date && isFutureDate(date, now)) checks.push({ field: 'when', name: 'future', isRefused: true });
  else if (isFuture(values, now)) checks.push({ field: 'when', name: 'future', isAcknowledged: acknowledged('future') });
  const year = Number((date && dayRange(date)?.from.slice(0, 4)) ?? LONG_AGO);
  if (year < LONG_AGO)
    checks.push({ field: 'when', name: 'long_ago', isAcknowledged: acknowledged('long_ago'), year, meant: yearMeant(year, now) });
  const skipped = skippedTime(values);
  if (skipped) checks.push({ field: 'when', name: 'skipped_time', ...skipped });
  if (values.date_kind === 'day' && values.day === '' && values.time !== '') checks.push({ field: 'when', name: 'time_without_day' });
  if (values.latitude === 0 && values.longitude === 0) checks.push({ field: 'where', name: 'zero_place' });
  else if (values.latitude !== null && (values.coordinate_uncertainty_m ?? 0) > WIDE_M)
    checks.push({ field: 'where', name: 'wide_place', isAcknowledged: acknowledged('wide_place') });
  if (values.taxon && notListedIn)
    checks.push({ field: 'taxon', name: 'not_listed', isAcknowledged: acknowledged('not_listed'), country: notListedIn });
  // One note about the species is enough.
  else if (values.taxon && unusualMonth)
    checks.push({ field: 'taxon', name: 'unusual_month', isAcknowledged: acknowledged('unusual_month'), rarity: unusualMonth });
  const most = Math.max(values.count ?? 0, values.count_type === 'range' ? (values.count_max ?? 0) : 0);
  const why = values.taxon ? unusualCount(most, values.taxon.group, ownCounts) : null;
  if (why) checks.push({ field: 'count', name: 'unusual_count', isAcknowledged: acknowledged('unusual_count'), why });
  return checks;
}

/** The year that was probably meant by one of two digits: 2026 by 26, 1998 by 98. */
function yearMeant(year: number, now: Date): number | null {
  if (year >= 100) return null;
  return year + (2000 + year <= now.getUTCFullYear() ? 2000 : 1900);
}

/** The date of a form in another year. */
export function inYear({ day, month, kept_date }: FormValues, from: number, to: number): FormPatch {
  const [before, after] = [from, to].map((year) => String(year).padStart(4, '0')) as [string, string];
  const moved = (date: string) => (date.startsWith(`${before}-`) || date === before ? after + date.slice(4) : date);
  return { day: moved(day), month: moved(month), kept_date: kept_date.split('/').map(moved).join('/') };
}

/** A time that the clocks of the place skipped on that day, and the one that it is taken as (`resolveInstant`). Null for all others. */
function skippedTime(values: FormValues): { time: string; taken: string } | null {
  const { date_kind, day, time, time_zone } = values;
  if (date_kind !== 'day' || !isDay(day) || time === '' || time_zone === null) return null;
  const taken = wallClock(time_zone, resolveInstant(day, time, time_zone)).time;
  return taken === time ? null : { time, taken };
}

/** The values to be checked, as they would be saved. */
export function pickCheckedValues(values: FormValues): Checked {
  const observed_on = readFormDate(values);
  return {
    taxon_id: readFormTaxonId(values),
    observed_on,
    observed_time: values.date_kind === 'day' && observed_on !== null && values.time !== '' ? values.time : null,
    latitude: values.latitude,
    coordinate_uncertainty_m: values.coordinate_uncertainty_m,
    count: values.count,
    count_max: values.count_type === 'range' ? values.count_max : null,
    attributes: values.attributes,
  };
}

/** Whether the date is in the future, in local time of the place. */
function isFuture(values: FormValues, now: Date): boolean {
  const date = readFormDate(values);
  const day = date ? lastReached(date) : null;
  if (day === null) return false;
  const today = todayIn(values.time_zone, now);
  if (day > today) return true;
  if (values.date_kind !== 'day' || day !== today || values.time === '') return false;
  return values.time > wallClock(values.time_zone, now).time;
}

/** The attributes of a form in which a check is acknowledged, or no longer. */
export function acknowledged(values: FormValues, name: CheckName, isAcknowledged = true): FormValues['attributes'] {
  const { [acknowledgedKey(name)]: _, ...attributes } = values.attributes;
  const about = checkedValue(name, pickCheckedValues(values));
  return isAcknowledged && about !== null ? { ...attributes, [acknowledgedKey(name)]: about } : attributes;
}

/** The rule by which a count is unusual, with the highest usual count. */
type UnusualCount = { rule: 'own'; most: number } | { rule: 'group'; most: number };

export function unusualCount(count: number, group: TaxonGroup, ownCounts: readonly number[]): UnusualCount | null {
  const own = Math.max(0, ...ownCounts);
  if (ownCounts.length >= MIN_OWN_COUNTS && count > Math.max(own * OWN_MAX_FACTOR, MIN_UNUSUAL)) return { rule: 'own', most: own };
  // The user's own counts may exceed the limit of the group.
  const most = Math.max(MAX_OF_GROUP[group], own);
  return count > most ? { rule: 'group', most: MAX_OF_GROUP[group] } : null;
}
