import {
  isAbsence,
  type Language,
  type PartName,
  partsIn,
  type PublicObservation,
  recordField,
  recordParts,
  type RecordValues,
} from '@veld/contract';
import { countryName, number, recordedDate } from '../../i18n/format';
import type { LocalObservation } from '../../local/db/rows';
import type { RecordTranslator } from './translator';
import { choiceLabel } from './value-labels';

export type { RecordTranslator };
/** Own records as the device has them, others' as the server shows them. */
export type AnyObservation = LocalObservation | PublicObservation;

export function isOwn(record: AnyObservation): record is LocalObservation {
  return 'saved_at' in record;
}

/** The name under which a record goes: of its taxon, as it was typed, or that there is none yet. */
export function nameOf(record: AnyObservation, t: RecordTranslator): string {
  const name =
    record.taxon?.name || record.verbatim_name?.trim() || t(isNameless(record) ? 'observations:taxon.name_missing' : 'common:taxon.unnamed');
  return record.uncertain ? t('observations:record.uncertain_name', { name }) : name;
}

/** It has a taxon, and this device does not know how that is called. */
function isNameless(record: AnyObservation): boolean {
  return isOwn(record) && record.taxon == null && record.taxon_id != null;
}

/** The wall clock of the place, never moved to the reader's. */
export function whenOf(record: AnyObservation, language: Language): string | null {
  const day = recordedDate(record.observed_on, language);
  if (!day) return null;
  return record.observed_time ? `${day}, ${clockTime(record.observed_time, language)}` : day;
}

/** `HH:MM` as the language writes it. */
export function clockTime(time: string, language: Language): string {
  const date = new Date(`2000-01-01T${time}:00Z`);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(language, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }).format(date);
}

/** For `<time>`: only what is one day, or one month. */
export function machineTimeOf(record: AnyObservation): string | undefined {
  if (!record.observed_on || record.observed_on.includes('/')) return undefined;
  return record.observed_time ? `${record.observed_on}T${record.observed_time}` : record.observed_on;
}

/**
 * Town or region, else country; else the coordinates, where they may be told. Of others' hidden records: that it is somewhere in
 * a cell, or that no place is shown. Null where there is nothing to say.
 */
export function placeOf(record: AnyObservation, language: Language, t: RecordTranslator): string | null {
  if (record.place) return record.place;
  const country = record.country_code ? countryName(record.country_code, language) : null;
  if (isOwn(record) || !record.is_obscured) return coordinatesOf(record, language) ?? country;
  return country ?? t(record.latitude === null ? 'common:geoprivacy.hidden' : 'common:geoprivacy.cell');
}

/** Decimal degrees with the precision that the uncertainty allows. */
export function coordinatesOf(
  record: Pick<AnyObservation, 'latitude' | 'longitude' | 'coordinate_uncertainty_m'>,
  language: Language,
): string | null {
  const { latitude, longitude, coordinate_uncertainty_m: uncertainty } = record;
  if (latitude == null || longitude == null) return null;
  const decimals = uncertainty != null && uncertainty > 1000 ? 3 : uncertainty != null && uncertainty > 100 ? 4 : 5;
  const one = (value: number) => number(value, language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // A comma between numbers that hold commas would not be read.
  const between = one(1.5).includes(',') ? '; ' : ', ';
  return `${one(latitude)}${between}${one(longitude)}`;
}

/** Who saw it, and where more of them is shown. A person who left has neither name nor page; the record stays. */
export function observerOf(record: Pick<AnyObservation, 'user'>, t: RecordTranslator): { name: string; to?: string } {
  const { id, name } = record.user;
  return name === '' ? { name: t('observations:record.former_member') } : { name, to: `/profile/${id}` };
}

/** What a mark on the place says: nothing where everybody sees the true one, or where there is no place to mark. */
export function blurredLabelOf(record: AnyObservation, t: RecordTranslator): string | null {
  if (record.latitude === null && !record.place && !record.country_code) return null;
  if (isOwn(record)) return record.geoprivacy && record.geoprivacy !== 'open' ? t(`common:geoprivacy.${record.geoprivacy}`) : null;
  return record.is_obscured ? t('common:geoprivacy.obscured') : null;
}

/** Why a photo of one's own has no picture at the server; a reason that a newer server gives is told as damage. */
export function failureOf(reason: string, t: RecordTranslator): string {
  const known = reason === 'format' || reason === 'too_large' ? reason : 'damaged';
  return t(`observations:photo.failed.${known}`);
}

/** The count, and what was chosen of the details, in words. */
export function chipsOf(record: AnyObservation, t: RecordTranslator): string[] {
  const chosen = CHOSEN_DETAILS.map((name) => choiceLabel(name, String((record as Partial<RecordValues>)[name] ?? ''), t));
  return [countOf(record, t) ?? '', ...chosen].filter(Boolean);
}

/** Choices say what they are about; other details are shown with their label. */
const CHOSEN_DETAILS = partsIn('details').flatMap((part) => recordParts[part].filter((name) => recordField(name).type === 'choice'));
export const isChip = (part: PartName): boolean => part === 'count' || CHOSEN_DETAILS.includes(recordParts[part][0]);

export function countOf(record: Pick<AnyObservation, 'count' | 'count_max' | 'count_type'>, t: RecordTranslator): string | null {
  const { count, count_max: max, count_type: type } = record;
  if (count == null) return null;
  if (isAbsence(record)) return t('observations:count.not_found');
  if (type === 'range' && max != null) return t('observations:count.range', { from: count, count: max });
  if (type === 'at_least') return t('observations:count.at_least', { count });
  if (type === 'approximate') return t('observations:count.approximate', { count });
  return t('common:count.individuals', { count });
}
