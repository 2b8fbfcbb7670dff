import { type FieldType, isImageLicense, type Language, recordField, type RecordFieldName } from '@veld/contract';
import { number, recordedDate } from '../../i18n/format';
import type { RecordTranslator } from './translator';

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
