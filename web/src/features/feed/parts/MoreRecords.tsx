import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './MoreRecords.module.css';

interface Props {
  onMore: () => void;
  isLoading: boolean;
  /** After a failure the person asks, not the scrolling. */
  hasFailed: boolean;
}

/** The end of a list that goes on: asks by itself shortly before it is reached, and has a button for who cannot scroll. */
export function MoreRecords({ onMore, isLoading, hasFailed }: Props) {
  const { t } = useTranslation('common');
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && !isLoading && !hasFailed) onMore();
  }, [isNear, isLoading, hasFailed, onMore]);
  return (
    <div ref={ref} className={classes.more}>
      {hasFailed && <p className={classes.failed}>{t('network.could_not_refresh')}</p>}
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {hasFailed ? t('action.retry') : t('action.show_more')}
      </Button>
    </div>
  );
}
