import type { Wizard, WIZARD_STEPS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { auth } from '../../local/app/veld';
import { countOwnObservations } from '../../local/records/own-count';
import { useFetchState } from '../records/own';
import { currentDatabase } from '../session/session';

/** The texts of the introductions. */
export function useWizardWords() {
  const { t } = useTranslation('motivation');
  return {
    title: (wizard: Wizard) => t(`wizards.${wizard}.title`),
    step: (wizard: Wizard, step: (typeof WIZARD_STEPS)[number]) => t(`wizards.${wizard}.${step}`),
  };
}

/** Marks something as shown, on all devices of the user; offline, when this one is online again. */
export function markSeen(kind: 'badge' | 'toast' | 'wizard', id: string): void {
  auth.change({ kind, id }).catch((error: unknown) => console.warn('Seen', error));
}

/** Whether the user has fewer records than `limit`; false until this device knows all of them. */
export function useHasFewer(limit: number): boolean {
  const database = currentDatabase();
  const records = useThrottledQuery(() => countOwnObservations(database), [database]);
  const isFetched = useFetchState() === 'fetched';
  return isFetched && records !== undefined && records < limit;
}
