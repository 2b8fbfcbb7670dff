import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState';

/** The administration works online only. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  return <ErrorState sentence={t('failed')} action={<Button onClick={onRetry}>{t('common:action.retry')}</Button>} />;
}
