import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState';
import { useFailureText } from './failure-text';

/** Why something that works online only, such as a part of the administration, could not be loaded. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
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
