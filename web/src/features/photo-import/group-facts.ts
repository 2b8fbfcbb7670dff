import { dayRange, type Language } from '@veld/contract';
import { clockTime, distance, recordedDate } from '../../i18n/format';
import { readFormDate, type FormValues, typedName } from '../recording/data';
import { formatRecordCoordinates, type RecordTranslator } from '../../shared/records/record-labels';

/** The name of a record on the board; null if none was entered. */
export function nameText(values: FormValues, t: RecordTranslator): string | null {
  const { taxon, verbatim_name, uncertain } = values;
  const name = taxon?.name ?? (verbatim_name.trim() || typedName(values));
  if (!name) return null;
  return uncertain ? t('observations:record.uncertain_name', { name }) : name;
}

/** Local date and time at the place; null if unknown. */
export function whenText(values: FormValues, language: Language): string | null {
  const date = readFormDate(values);
  const day = date && dayRange(date) ? recordedDate(date, language) : '';
  if (!day) return null;
  return values.date_kind === 'day' && values.time ? `${day}, ${clockTime(values.time, language)}` : day;
}

export function whereText(values: FormValues, units: 'metric' | 'imperial', language: Language): string | null {
  const coordinates = formatRecordCoordinates(values, language);
  if (!coordinates || values.coordinate_uncertainty_m === null) return coordinates;
  return `${coordinates} ± ${distance(values.coordinate_uncertainty_m, units, language)}`;
}

/** The time between two records, as "4 minutes" or "2 hours". */
export function formatSpan(milliseconds: number, language: Language): string {
  const seconds = Math.round(milliseconds / 1000);
  const [value, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 86_400
          ? [Math.round(seconds / 3600), 'hour']
          : [Math.round(seconds / 86_400), 'day'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
