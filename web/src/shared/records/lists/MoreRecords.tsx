import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './MoreRecords.module.css';

interface Props {
  onMore: () => void;
  isLoading: boolean;
  /** After a failure, only the button loads more, not scrolling. */
  hasFailed: boolean;
}

/** Loads more shortly before the end of the list is reached; also has a button, for users who cannot scroll. */
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
