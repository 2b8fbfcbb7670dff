import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

/** Instead of a part of the page that could not be loaded. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  return (
    <>
      <p className={classes.quiet}>{t('part_failed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </>
  );
}
