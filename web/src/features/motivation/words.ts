import type { Badge } from '@veld/contract';
import { useTranslation } from 'react-i18next';

/** The name of a badge, and what it takes. */
export function useBadgeWords() {
  const { t } = useTranslation(['motivation', 'common']);
  return {
    title: (badge: Badge) =>
      badge.measure === 'group_species' ? t(`common:group.${badge.group}`) : t(`badge.${badge.measure}.title`, { goal: badge.goal }),
    about: (badge: Badge) => t(`badge.${badge.measure}.about`, { goal: badge.goal }),
  };
}
