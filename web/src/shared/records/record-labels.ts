import {
  isAbsence,
  type Language,
  type PartName,
  partsIn,
  type ListedObservation,
  type PublicObservation,
  recordField,
  recordParts,
  type RecordValues,
  type FieldType,
  isImageLicense,
  type RecordFieldName,
} from '@veld/contract';
import { formatPlace } from '@veld/geography';
import type { FlatNamespace, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { clockTime, countryName, number, recordedDate } from '../../i18n/format';
import type { LocalObservation } from '../../local/db/rows';

/** A record of the user as stored on the device, or a public record from the server. */
export type AnyObservation = LocalObservation | PublicObservation | ListedObservation;

export function isOwn(record: AnyObservation): record is LocalObservation {
  return 'saved_at' in record;
}

/** The name of a record: of its taxon, the verbatim name, or a text that there is none. */
export function formatRecordName(record: AnyObservation, t: RecordTranslator): string {
  const name =
    record.taxon?.name ||
    record.verbatim_name?.trim() ||
    t(isNameless(record) ? 'observations:taxon.name_missing' : 'common:taxon.unnamed');
  return record.uncertain ? t('observations:record.uncertain_name', { name }) : name;
}

/** The name the observer entered; null if it equals one of the taxon's names, or if there is no taxon. */
export function distinctVerbatimName({ taxon, verbatim_name }: AnyObservation): string | null {
  const entered = verbatim_name?.trim();
  if (!entered || !taxon) return null;
  const equals = (name: string) => name.localeCompare(entered, undefined, { sensitivity: 'accent' }) === 0;
  return equals(taxon.name) || equals(taxon.scientific_name) ? null : entered;
}

/** The record has a taxon whose names are not on this device. */
function isNameless(record: AnyObservation): boolean {
  return isOwn(record) && record.taxon == null && record.taxon_id != null;
}

/** Date and time in local time of the place, never converted. */
export function formatWhen(record: AnyObservation, language: Language): string | null {
  const day = recordedDate(record.observed_on, language);
  if (!day) return null;
  return record.observed_time ? `${day}, ${clockTime(record.observed_time, language)}` : day;
}

/** The value for `<time>`, if the date is a day or a month. */
export function formatMachineTime(record: AnyObservation): string | undefined {
  if (!record.observed_on || record.observed_on.includes('/')) return undefined;
  return record.observed_time ? `${record.observed_on}T${record.observed_time}` : record.observed_on;
}

/** The place in words, as "4 km NE of Utrecht, Netherlands"; null if the server has not sent it yet. */
export function formatPlaceWords({ place }: Pick<AnyObservation, 'place'>, language: Language): string | null {
  return place && formatPlace(place, language);
}

/**
 * The place in words, else its country, else coordinates if they are visible. For hidden places of others, a text about the cell or that no
 * place is shown. Null if nothing is known.
 */
export function describeRecordPlace(record: AnyObservation, language: Language, t: RecordTranslator): string | null {
  const words = formatPlaceWords(record, language);
  if (words) return words;
  const country = record.country_code ? countryName(record.country_code, language) : null;
  if (isOwn(record) || !record.is_obscured) return formatRecordCoordinates(record, language) ?? country;
  return country ?? t(record.latitude === null ? 'common:geoprivacy.hidden' : 'common:geoprivacy.cell');
}

/** Decimal degrees with the precision that the uncertainty allows. */
export function formatRecordCoordinates(
  record: Pick<AnyObservation, 'latitude' | 'longitude' | 'coordinate_uncertainty_m'>,
  language: Language,
): string | null {
  const { latitude, longitude, coordinate_uncertainty_m: uncertainty } = record;
  if (latitude == null || longitude == null) return null;
  const decimals = uncertainty != null && uncertainty > 1000 ? 3 : uncertainty != null && uncertainty > 100 ? 4 : 5;
  const one = (value: number) => number(value, language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // Numbers with decimal commas are separated by a semicolon.
  const between = one(1.5).includes(',') ? '; ' : ', ';
  return `${one(latitude)}${between}${one(longitude)}`;
}

/** Name and profile address of the observer. A former member has no profile, and a name only if their records keep it. */
export function describeObserver(record: Pick<AnyObservation, 'user'>, t: RecordTranslator): { name: string; to?: string } {
  const { id, name, is_former = false } = record.user;
  if (name === '') return { name: t('observations:record.former_member') };
  return is_former ? { name } : { name, to: `/profile/${id}` };
}

/** The label of a hidden place; null if the exact place is public or there is no place. */
export function describeBlurring(record: AnyObservation, t: RecordTranslator): string | null {
  if (record.latitude === null && !record.place && !record.country_code) return null;
  if (isOwn(record)) return record.geoprivacy && record.geoprivacy !== 'open' ? t(`common:geoprivacy.${record.geoprivacy}`) : null;
  return record.is_obscured ? t('common:geoprivacy.obscured') : null;
}

/** Why the server could not process a photo; unknown reasons of a newer server are shown as damage. */
export function describePhotoFailure(reason: string, t: RecordTranslator): string {
  const known = reason === 'format' || reason === 'too_large' ? reason : 'damaged';
  return t(`observations:photo.failed.${known}`);
}

/** The count and the chosen details, as texts. */
export function listChips(record: AnyObservation, t: RecordTranslator): string[] {
  const chosen = CHOSEN_DETAILS.map((name) => choiceLabel(name, String((record as Partial<RecordValues>)[name] ?? ''), t));
  return [formatCount(record, t) ?? '', ...chosen].filter(Boolean);
}

/** Choices are understandable without a label; other details are shown with theirs. */
const CHOSEN_DETAILS = partsIn('details').flatMap((part) => recordParts[part].filter((name) => recordField(name).type === 'choice'));
export const isChip = (part: PartName): boolean => part === 'count' || CHOSEN_DETAILS.includes(recordParts[part][0]);

export function formatCount(record: Pick<AnyObservation, 'count' | 'count_max' | 'count_type'>, t: RecordTranslator): string | null {
  const { count, count_max: max, count_type: type } = record;
  if (count == null) return null;
  if (isAbsence(record)) return t('observations:count.not_found');
  if (type === 'range' && max != null) return t('observations:count.range', { from: count, count: max });
  if (type === 'at_least') return t('observations:count.at_least', { count });
  if (type === 'approximate') return t('observations:count.approximate', { count });
  return t('common:count.individuals', { count });
}

/** A value as text, by its type. Empty for no value; a value of another type, from a newer version of the app, is shown as it is. */
export function valueLabel(
  value: unknown,
  { type, unit, choice }: { type: FieldType; unit?: string | undefined; choice: (value: string) => string },
  t: RecordTranslator,
  language: Language,
): string {
  if (typeof value === 'boolean') return t(value ? 'observations:answer.yes' : 'observations:answer.no');
  if (typeof value === 'number') return number(value, language, unit ? { style: 'unit', unit, unitDisplay: 'short' } : undefined);
  if (typeof value !== 'string' || value === '') return '';
  if (type === 'choice') return choice(value);
  return type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? recordedDate(value, language) : value;
}

/** The proper name of a licence, the same in every language. */
export function licenseName(license: string): string {
  if (license === 'PDM-1.0') return 'Public Domain Mark 1.0';
  return license.replace(/^CC-/, 'CC ').replace(/-(?=\d\.\d)/, ' ');
}

/** The credit of a species image, which the server ends with the licence, with the licence's proper name. */
export function creditLine(credit: string): string {
  const at = credit.lastIndexOf(', ') + 2;
  const [author, license] = at > 1 ? [credit.slice(0, at), credit.slice(at)] : ['', credit];
  return isImageLicense(license, true) ? author + licenseName(license) : credit;
}

/** Fields whose choices have shared texts; the others have theirs under `observations:choice`. */
const SHARED_CHOICES: { readonly [K in RecordFieldName]?: (choice: string, t: RecordTranslator) => string } = {
  life_stage: (choice, t) => t(`common:stage.${choice as 'egg'}`),
  sex: (choice, t) => t(`common:sex.${choice as 'female'}`),
  geoprivacy: (choice, t) => t(`common:geoprivacy.${choice as 'open'}`),
  license: licenseName,
};

/** The label of a choice; one from a newer version of the app is shown untranslated. */
export function choiceLabel(name: RecordFieldName, choice: string, t: RecordTranslator): string {
  if (!recordField(name).choices?.includes(choice)) return choice;
  return SHARED_CHOICES[name]?.(choice, t) ?? t(`observations:choice.${`${name}.${choice}` as 'vitality.alive'}`);
}

/** `t` with the texts of records, the shell and the namespaces in `More`. */
export type RecordTranslator<More extends FlatNamespace = never> = TFunction<['observations', 'common', ...More[]]>;

/** `t` with the texts of records, those of the shell, and those of the given namespaces. */
export function useRecordTranslation<More extends FlatNamespace = never>(...more: More[]): RecordTranslator<More> {
  return useTranslation(['observations', 'common', ...more]).t as RecordTranslator<More>;
}
