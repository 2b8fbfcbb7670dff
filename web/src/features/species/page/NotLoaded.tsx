import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../../shared/session/session';
import classes from './NotLoaded.module.css';

interface Props {
  /** Why something is not on this device: loading it failed, or it was never loaded and there is no connection. */
  failed: string;
  offline: string;
  onRetry: () => void;
}

/** Says that something is not on this device; online, it can be tried again. */
export function NotLoaded({ failed, offline, onRetry }: Props) {
  const { t } = useTranslation('common');
  const isOnline = useIsOnline();
  return (
    <div className={classes.missing} role="status">
      <span>{isOnline ? failed : offline}</span>
      {isOnline && (
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}
