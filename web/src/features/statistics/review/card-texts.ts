import type { Language } from '@veld/contract';
import type { TFunction } from 'i18next';
import { countryName, monthName, number } from '../../../i18n/format';
import type { ReviewFacts } from '../../../local/records/figures/review-facts';

/** The texts of a card, formatted for the language. */
export interface CardTexts {
  title: string;
  subtitle: string;
  figures: { value: string; label: string }[];
  lines: string[];
  groups: { name: string; text: string; share: number }[];
}

const COUNTRIES = 4;

export function cardTexts(facts: ReviewFacts, t: TFunction<['statistics', 'common', 'profile']>, language: Language): CardTexts {
  const { records, species, newSpecies, days, bestMonth, groups, countries } = facts;
  const figure = (count: number, label: string) => ({ value: number(count, language), label });
  const most = Math.max(1, ...groups.map((group) => group.records));
  return {
    title: facts.year,
    subtitle: t('statistics:review.subtitle'),
    figures: [
      figure(records, t('profile:tile.records', { count: records })),
      figure(species, t('profile:tile.species', { count: species })),
      figure(newSpecies, t('statistics:figure.new', { count: newSpecies })),
      figure(days, t('profile:tile.days', { count: days })),
    ],
    lines: [
      bestMonth && `${t('statistics:review.best_month')}: ${monthName(bestMonth.month + 1, language)}`,
      countries.length > 0 &&
        countries
          .slice(0, COUNTRIES)
          .map((code) => countryName(code, language))
          .join(' · '),
    ].filter((line): line is string => Boolean(line)),
    groups: groups.map((group) => ({
      name: t(`common:group.${group.key}`),
      text: t('common:count.species', { count: group.species }),
      share: group.records / most,
    })),
  };
}
