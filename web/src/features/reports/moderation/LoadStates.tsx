import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/ErrorState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useFailureText } from '../../accounts/failure-text';

export function Loading() {
  const { t } = useTranslation('reports');
  return <TaxonRowSkeletons label={t('moderation.loading')} />;
}

export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const textOf = useFailureText();
  return (
    <ErrorState
      sentence={textOf(error)}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
