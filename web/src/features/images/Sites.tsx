import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Site } from './candidates';
import classes from './Workbench.module.css';

/** How asking the other sites goes, as far as it needs attention. */
export function Sites({ sites }: { sites: readonly Site[] }) {
  const { t } = useTranslation(['images', 'common']);
  const loading = sites.filter(({ state }) => state === 'loading').map(({ source }) => t(`source.${source}`));
  return (
    <>
      {loading.length > 0 && (
        <p className={classes.quiet} role="status">
          {t('site_loading', { site: loading.join(', ') })}
        </p>
      )}
      {sites
        .filter(({ state }) => state === 'failed')
        .map(({ source, retry }) => (
          <div key={source} className={classes.row}>
            <p className={classes.quiet}>{t('site_failed', { site: t(`source.${source}`) })}</p>
            <Button variant="default" onClick={retry}>
              {t('common:action.retry')}
            </Button>
          </div>
        ))}
    </>
  );
}
