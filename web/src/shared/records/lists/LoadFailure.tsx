import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/ErrorState';
import { CallError, useIsOnline } from '../../session/session';
import { useFailureText } from '../../session/failure-text';

/** Shown if data could not be loaded and none is stored. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const textOf = useFailureText();
  const isOnline = useIsOnline();
  // Only the place of a filter can be unknown.
  const isPlaceGone = isOnline && error instanceof CallError && error.code === 'not_found';
  return (
    <ErrorState
      sentence={`${isPlaceGone ? t('location.place_unknown') : textOf(error)} ${t('error.records_safe')}`}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
