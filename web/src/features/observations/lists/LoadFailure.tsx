import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/ErrorState';
import { CallError, useIsOnline } from '../../accounts/data';

/** Shown if data could not be loaded and none is stored. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const isOnline = useIsOnline();
  return (
    <ErrorState
      sentence={`${t(reasonOf(error, isOnline))} ${t('error.records_safe')}`}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}

function reasonOf(error: Error, isOnline: boolean) {
  if (!isOnline || !(error instanceof CallError)) return 'error.network';
  if (error.kind === 'timeout') return 'error.timeout';
  if (error.kind === 'not_ours') return 'error.not_ours';
  // Only the place of a filter can be unknown.
  if (error.code === 'not_found') return 'location.place_unknown';
  return error.kind === 'problem' ? 'error.server' : 'error.network';
}
