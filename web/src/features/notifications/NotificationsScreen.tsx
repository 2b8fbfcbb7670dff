import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChecks } from '@tabler/icons-react';
import { type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Binoculars } from '../../ui/drawings/Binoculars';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { useEntryActions, useEntryFilter, useNeedsAttention, useNotifications } from './data';
import { EntryFilters } from './EntryFilters';
import { EntryList } from './EntryList';
import classes from './NotificationsScreen.module.css';
import { filtered } from './shown-entries';

interface Props {
  /** Shown if nothing could be loaded and nothing is kept. */
  failure: ComponentType<{ error: Error; onRetry: () => void }>;
  /** The age of what could not be refreshed. */
  freshness: ComponentType<{ isOutdated: boolean; refreshedAt: number; onRetry: () => void }>;
}

/** The user's notifications. */
export default function NotificationsScreen({ failure: Failure, freshness: Freshness }: Props) {
  const { t } = useTranslation(['notifications', 'common']);
  const { entries, error, isPending, isLoadingMore, more, retry, refreshedAt } = useNotifications();
  const [filter, setFilter] = useEntryFilter();
  const actions = useEntryActions();
  const shown = filtered(entries ?? [], filter);
  const latest = entries?.[0];
  const readAll = latest && entries.some((one) => !one.is_read) && (
    <Button variant="default" leftSection={<IconChecks size={20} aria-hidden />} onClick={() => actions.readAll(latest)}>
      {t('read_all')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('common:screens.notifications')} actions={readAll} />
      <Freshness isOutdated={error !== null && entries !== undefined} refreshedAt={refreshedAt} onRetry={retry} />
      <LocalNotices />
      {entries && entries.length > 0 && <EntryFilters filter={filter} onChange={setFilter} />}
      {!entries && error && <Failure error={error} onRetry={retry} />}
      {isPending && !error && (
        <p className={classes.quiet} role="status">
          {t('loading')}
        </p>
      )}
      {shown.length > 0 && <EntryList entries={shown} actions={actions} />}
      {entries && shown.length === 0 && (
        <Nothing isFiltered={entries.length > 0} onClear={() => setFilter({ kind: null, isUnread: false })} />
      )}
      {more && (
        <p className={classes.more}>
          <Button variant="default" loading={isLoadingMore} onClick={more}>
            {t('common:action.show_more')}
          </Button>
        </p>
      )}
    </>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation('notifications');
  if (isFiltered)
    return (
      <EmptyState
        drawing={<Binoculars />}
        sentence={t('empty_filter')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('show_all')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      drawing={<Binoculars />}
      sentence={t('empty')}
      action={
        <Button component={Link} to="/identify" variant="default">
          {t('to_identify')}
        </Button>
      }
    />
  );
}

/** What only this device knows. */
function LocalNotices(): ReactNode {
  const { t } = useTranslation('notifications');
  const count = useNeedsAttention();
  if (count === 0) return null;
  return (
    <Link className={classes.local} to="/outbox">
      <IconAlertTriangle size={22} aria-hidden /> {t('sync_attention', { count })}
    </Link>
  );
}
