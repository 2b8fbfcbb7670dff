import type { Language } from '@veld/contract';
import { ago, countryName, daysAgo, formatDate } from '../../../i18n/format';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';
import type { RecordTranslator } from '../../../shared/records/record-labels';
import type { ListShare } from '../../../shared/frequencies/words';
import type { SuggestionReason } from './suggestions';

/** Why a species is suggested, in one line. `country`: the user's country, or null; `shareText` comes from `useFrequencyText`. */
export function reasonText(
  reason: SuggestionReason,
  facts: {
    t: RecordTranslator<'recording'>;
    language: Language;
    country: string | null;
    now: number;
    shareText: (share: ListShare) => string;
  },
): string {
  const { t, language, country, now } = facts;
  switch (reason.kind) {
    case 'pinned':
      return t('recording:suggest.pinned');
    case 'here':
    case 'others_here': {
      const month = formatDate(now, language, { month: 'long' });
      return t(`recording:suggest.${reason.kind}.${reason.when}`, { count: reason.times, month });
    }
    case 'season':
      return t('recording:suggest.season', { count: reason.times });
    case 'recent':
      return t('recording:suggest.recent', { when: ago(Math.min(reason.at, now), language, now) });
    case 'recent_day':
      return t('recording:suggest.recent', { when: daysAgo(reason.day, wallClock(deviceTimeZone(), new Date(now)).day, language) });
    case 'recorded':
      return t('recording:suggest.recorded', { when: ago(Math.min(reason.at, now), language, now) });
    case 'expected':
      return facts.shareText(reason.share);
    case 'common':
      return country ? t('recording:suggest.common', { country: countryName(country, language) }) : t('recording:suggest.common_world');
  }
}
