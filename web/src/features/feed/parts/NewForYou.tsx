import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/StatusChip';

/** The mark of a species that the user has not recorded yet. */
export function NewForYou() {
  const { t } = useTranslation('feed');
  return <StatusChip tone="quiet" icon={<IconSparkles size={16} aria-hidden />} label={t('new_for_you')} />;
}
