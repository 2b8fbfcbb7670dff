import { useTranslation } from 'react-i18next';

/** The way back from a page to all journeys, for `PageHeader`. */
export function useBackToJourneys(): { to: string; label: string } {
  const { t } = useTranslation('common');
  return { to: '/my-journeys', label: t('screens.my_journeys') };
}
