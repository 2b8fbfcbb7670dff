import type { TaxonStatus } from '@veld/contract';
import { useTranslation } from 'react-i18next';

export interface StatusWord {
  text: string;
  tone: 'plain' | 'care' | 'safe';
}

/** What a source says about a species in a country, in words. */
export function useStatusWords(): (status: TaxonStatus) => StatusWord[] {
  const { t } = useTranslation('species');
  return ({ establishment_means: means, is_invasive, is_protected, threat_status: threat }) => {
    const words: StatusWord[] = [];
    if (means) words.push({ text: t(`status.${means}`), tone: 'plain' });
    if (is_invasive) words.push({ text: t('status.invasive'), tone: 'care' });
    if (threat) words.push({ text: t('status.red_list', { category: t(`status.category.${threat}`) }), tone: toneOf(threat) });
    if (is_protected) words.push({ text: t('status.protected'), tone: 'safe' });
    return words;
  };
}

const toneOf = (threat: NonNullable<TaxonStatus['threat_status']>): StatusWord['tone'] =>
  threat === 'LC' || threat === 'DD' ? 'plain' : 'care';
