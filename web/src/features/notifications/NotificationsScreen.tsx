import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconBellOff, IconCheck, IconChecks } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import {
  type EntryActions,
  type Notification,
  NOTIFICATION_KINDS,
  useEntryActions,
  useEntryFilter,
  useNeedsAttention,
  useNotifications,
} from './data';
import { EntryRow, useListKeys } from './EntryRow';
import { type EntryFilter, filtered } from './shown-entries';
import { useEntryText } from './use-entry-text';
import classes from './NotificationsScreen.module.css';

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

/** Chooses which entries are shown. */
function EntryFilters({ filter, onChange }: { filter: EntryFilter; onChange: (change: Partial<EntryFilter>) => void }) {
  const { t } = useTranslation('notifications');
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={t('filter')}
        value={filter.kind ?? ''}
        data={[{ value: '', label: t('all_kinds') }, ...NOTIFICATION_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ kind: NOTIFICATION_KINDS.find((kind) => kind === value) ?? null })}
      />
      <Checkbox
        className={classes.unread}
        label={t('unread_only')}
        checked={filter.isUnread}
        onChange={({ currentTarget: { checked } }) => onChange({ isUnread: checked })}
      />
    </div>
  );
}

/** The entries, the latest first. */
function EntryList({ entries, actions }: { entries: readonly Notification[]; actions: EntryActions }) {
  const { t } = useTranslation('notifications');
  const list = useRef<HTMLUListElement>(null);
  // It stays while its menu closes. One menu for all entries.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = entries.find(({ id }) => id === chosenId);
  useListKeys(list, entries, actions);
  const open = ({ id }: Notification) => {
    setChosenId(id);
    setOpen(true);
  };
  return (
    <>
      <ul ref={list} className={classes.list}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} actions={actions} onMenu={open} />
        ))}
      </ul>
      {chosen && <EntryMenu entry={chosen} actions={actions} isOpen={isOpen} onClose={() => setOpen(false)} />}
      <p className={classes.keys}>{t('keys')}</p>
    </>
  );
}

interface EntryMenuProps {
  entry: Notification;
  actions: EntryActions;
  isOpen: boolean;
  onClose: () => void;
}

/** What can be done about an entry, and why it is there. */
function EntryMenu({ entry, actions, isOpen, onClose }: EntryMenuProps) {
  const { t } = useTranslation(['notifications', 'common']);
  const { text } = useEntryText(entry);
  const { record, is_read: isRead, is_muted: isMuted } = entry;
  const done = (work: () => void) => () => {
    onClose();
    work();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={text} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <p className={classes.question}>{t('why')}</p>
      <p className={classes.why}>{t(`reason.${entry.reason}`)}</p>
      <div className={classes.buttons}>
        {!isRead && (
          <Button variant="default" leftSection={<IconCheck size={20} aria-hidden />} onClick={done(() => actions.read(entry))}>
            {t('read')}
          </Button>
        )}
        {record && (
          <Button
            variant="default"
            leftSection={isMuted ? <IconBell size={20} aria-hidden /> : <IconBellOff size={20} aria-hidden />}
            onClick={done(() => actions.setMuted(record.id, !isMuted))}
          >
            {t(isMuted ? 'unmute' : 'mute')}
          </Button>
        )}
        <Button component={Link} to="/settings/notifications" variant="subtle">
          {t('to_settings')}
        </Button>
      </div>
    </Modal>
  );
}
