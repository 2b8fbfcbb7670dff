import type { Language } from '@veld/contract';
import { languageNameIn } from '../../i18n/format';
import type { TaxonHit } from './data';

interface Words {
  (key: 'common:taxon.matched_as', values: { name: string }): string;
  (key: 'common:taxon.matched_in', values: { name: string; language: string }): string;
}

/** "as Kohlmeise (German)": the name that a search matched, if it is not displayed anyway, and its language if it is another one. */
export function matchedAs({ matched, matched_language }: Pick<TaxonHit, 'matched' | 'matched_language'>, t: Words, language: Language) {
  if (matched === null) return undefined;
  if (matched_language === null) return t('common:taxon.matched_as', { name: matched });
  return t('common:taxon.matched_in', { name: matched, language: languageNameIn(matched_language, language) });
}
