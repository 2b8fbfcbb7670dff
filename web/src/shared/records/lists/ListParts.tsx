import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconRefreshAlert } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { ErrorState } from '../../../ui/ErrorState';
import { OfflineChip } from '../../../ui/OfflineChip';
import { StatusChip } from '../../../ui/StatusChip';
import { useFailureText } from '../../session/LoadFailure';
import { CallError, useIsOnline, useLanguage } from '../../session/session';
import classes from './ListParts.module.css';

interface Props {
  /** The last request failed. */
  isOutdated: boolean;
  /** Time of the shown response; milliseconds since 1970. */
  refreshedAt: number;
  onRetry: () => void;
}

/** The age of data that could not be refreshed, else nothing. A tap retries. */
export function FreshnessMark({ isOutdated, refreshedAt, onRetry }: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const isOnline = useIsOnline();
  if (!isOutdated && (isOnline || refreshedAt <= 0)) return null;
  const since = ago(refreshedAt, language);
  if (!isOnline) return <OfflineChip label={t('network.stale', { ago: since })} />;
  return (
    <StatusChip
      tone="quiet"
      icon={<IconRefreshAlert size={18} aria-hidden />}
      label={`${t('network.could_not_refresh')} · ${since}`}
      onClick={onRetry}
    />
  );
}

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

interface MoreRecordsProps {
  onMore: () => void;
  isLoading: boolean;
  /** After a failure, only the button loads more, not scrolling. */
  hasFailed: boolean;
  /** Another list follows, which nobody would reach if this one went on by itself: only the button loads more. */
  isBeforeAnother?: boolean;
}

/** Loads more shortly before the end of the list is reached; also has a button, for users who cannot scroll. */
export function MoreRecords({ onMore, isLoading, hasFailed, isBeforeAnother = false }: MoreRecordsProps) {
  const { t } = useTranslation('common');
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNear = !isBeforeAnother && (entry?.isIntersecting ?? false);
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

/** Marks about the age of what a screen shows, above it; takes no room without one. */
export function Marks({ children }: { children: ReactNode }) {
  return <div className={classes.marks}>{children}</div>;
}
