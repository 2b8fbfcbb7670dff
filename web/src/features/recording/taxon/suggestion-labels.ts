import type { Language } from '@veld/contract';
import { ago, countryName } from '../../../i18n/format';
import type { RecordWords } from '../../observations/record-labels';
import type { SuggestionReason } from './suggestions';

/** Why a species is offered, in one line. `country` is the person's own; null where there is none. */
export function reasonWords(
  reason: SuggestionReason,
  facts: { t: RecordWords; language: Language; country: string | null; now: number },
): string {
  const { t, language, country, now } = facts;
  switch (reason.kind) {
    case 'locked':
      return t('observations:suggest.locked');
    case 'here':
    case 'others_here': {
      const month = new Intl.DateTimeFormat(language, { month: 'long' }).format(now);
      return t(`observations:suggest.${reason.kind}.${reason.when}`, { count: reason.times, month });
    }
    case 'season':
      return t('observations:suggest.season', { count: reason.times });
    case 'recent':
      return t('observations:suggest.recent', { when: ago(Math.min(reason.at, now), language, now) });
    case 'common':
      return country
        ? t('observations:suggest.common', { country: countryName(country, language) })
        : t('observations:suggest.common_world');
  }
}
