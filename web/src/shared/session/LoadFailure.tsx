import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../local/net/call-error';
import { ErrorState } from '../../ui/ErrorState';
import { useIsOnline } from './session';

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

/** Says why something could not be loaded: in the words of the server, if it refused a part of the question. */
export function useFailureText(): (error: Error) => string {
  const { t } = useTranslation('common');
  const isOnline = useIsOnline();
  return (error) => refusalOf(error) ?? t(reasonOf(error, isOnline));
}

function refusalOf(error: Error): string | undefined {
  return error instanceof CallError && error.code === 'validation' ? Object.values(error.fieldErrors)[0]?.[0] : undefined;
}

function reasonOf(error: Error, isOnline: boolean) {
  if (!isOnline || !(error instanceof CallError)) return 'error.network';
  if (error.kind === 'timeout') return 'error.timeout';
  if (error.kind === 'not_ours') return 'error.not_ours';
  return error.kind === 'problem' ? 'error.server' : 'error.network';
}
