import { useTranslation } from 'react-i18next';
import { distance } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { duration } from '../effort-words';
import type { Totals } from './totals';

/** "3 journeys · 6 h 20 min · 14 km · 42 species"; empty without a journey. */
export function useTotalsText(): (totals: Totals) => string {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  return ({ journeys, seconds, metres, species }) => {
    if (journeys === 0) return '';
    const parts = [
      t('overview.journeys', { count: journeys }),
      seconds > 0 && duration(seconds, language),
      metres > 0 && distance(metres, units, language),
      species > 0 && t('common:count.species', { count: species }),
    ];
    return parts.filter(Boolean).join(' · ');
  };
}
