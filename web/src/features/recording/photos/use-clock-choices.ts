import { useTranslation } from 'react-i18next';
import { clockTime, recordedDate } from '../../../i18n/format';
import type { DoubtfulClock } from '../../../local/db/rows';
import { useLanguage } from '../../../shared/session/session';
import type { FormPatch } from '../form-values';
import { acceptedClock } from './photo-values';

export interface ClockChoice {
  label: string;
  patch: FormPatch;
}

/** What the clock of a camera says that cannot be right, and what a record can have instead, as texts. */
export function useClockChoices(doubt: DoubtfulClock): { says: string; choices: ClockChoice[] } {
  const { t } = useTranslation('recording');
  const language = useLanguage();
  const textOf = ({ on, time }: { on: string; time: string }) =>
    [recordedDate(on, language), time && clockTime(time, language)].filter(Boolean).join(', ');
  const { gps } = doubt;
  return {
    says: t(`clock.${doubt.reason}`, { date: textOf(doubt) }),
    choices: [
      ...(gps ? [{ label: t('clock.use_gps', { date: textOf(gps) }), patch: acceptedClock(gps) }] : []),
      { label: t('clock.use_anyway', { date: textOf(doubt) }), patch: acceptedClock(doubt) },
    ],
  };
}
