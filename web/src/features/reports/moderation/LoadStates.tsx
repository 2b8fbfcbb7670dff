import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/ErrorState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';

export function Loading() {
  const { t } = useTranslation('reports');
  return <TaxonRowSkeletons label={t('moderation.loading')} />;
}

export function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common');
  return <ErrorState sentence={t('error.network')} action={<Button onClick={onRetry}>{t('action.retry')}</Button>} />;
}
