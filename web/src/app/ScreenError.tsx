import { Button } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { reloadSafely } from '../local/app/veld';
import { ErrorState } from '../ui/ErrorState';

/** What cannot be loaded is left out. */
const ReportError = lazy(() =>
  import('./ReportError').then(
    (module): { default: ComponentType<{ error: unknown }> } => module,
    () => ({ default: () => null }),
  ),
);

const RELOADED = 'veld-reloaded-at';
const ONCE_MS = 60_000;

/** Right after an update, Chromium at times fails to load a file that is there, and does not try again on the same page. */
function reloadOnce(): void {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  void reloadSafely();
}

/** Shown if the code of a screen fails to load or throws while rendering. Saved records are safe in the database. */
export function ScreenError() {
  const { t } = useTranslation('common');
  const error = useRouteError();
  const isMissing = error instanceof TypeError && /import|fetch|load/i.test(error.message);
  useEffect(() => {
    console.error(error);
    if (isMissing) reloadOnce();
  }, [error, isMissing]);
  return (
    <ErrorState
      title={t('error.screen')}
      headingLevel={1}
      sentence={isMissing ? `${t('error.screen_offline')} ${t('error.records_safe')}` : t('error.records_safe')}
      action={<Button onClick={() => void reloadSafely()}>{t('action.reload')}</Button>}
      detail={
        <>
          {error instanceof Error && error.message}
          <br />
          <Suspense fallback={null}>
            <ReportError error={error} />
          </Suspense>
        </>
      }
    />
  );
}
