import { type HiddenBy, isOneOf, type Language, listMonthRuns, SENSITIVE_REASONS, type SensitiveRule } from '@veld/contract';
import type { TFunction } from 'i18next';
import { countryName, distance, monthName } from '../../i18n/format';

export type SensitiveTranslator = TFunction<['sensitive']>;
type Units = Parameters<typeof distance>[1];

/** A reason in the language of the reader, or as an administrator wrote it. */
export function reasonText(reason: string, t: SensitiveTranslator): string {
  return isOneOf(SENSITIVE_REASONS, reason) ? t(`sensitive:reason.${reason}`) : reason;
}

/** What others see instead of the place. */
export function shownText(gridKm: number | null, t: SensitiveTranslator, language: Language, units: Units): string {
  return gridKm === null ? t('sensitive:shown.nothing') : t('sensitive:shown.area', { size: distance(gridKm * 1000, units, language) });
}

/** "March – July", or all year. */
export function monthsText(months: readonly number[], t: SensitiveTranslator, language: Language): string {
  if (months.length === 0 || months.length === 12) return t('sensitive:all_year');
  return listMonthRuns(months)
    .map(([first, last]) => [...new Set([first, last])].map((month) => monthName(month, language)).join(' – '))
    .join(', ');
}

/** A country, the name of an area, or everywhere. */
export function whereText(
  { country_code, area, area_name }: Pick<SensitiveRule, 'country_code' | 'area' | 'area_name'>,
  t: SensitiveTranslator,
  language: Language,
): string {
  if (country_code !== null) return countryName(country_code, language);
  return area_name ?? t(area ? 'sensitive:an_area' : 'sensitive:everywhere');
}

/** Why a record hides its place, and what is seen instead. */
export function hiddenByText({ reason, grid_km }: HiddenBy, t: SensitiveTranslator, language: Language, units: Units): string {
  return t('sensitive:hidden', { reason: reasonText(reason, t), shown: shownText(grid_km, t, language, units) });
}
