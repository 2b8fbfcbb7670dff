import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryActions, Notification } from './data';
import classes from './EntryList.module.css';
import { EntryRow } from './EntryRow';
import { useListKeys } from './use-list-keys';

/** The entries, the latest first. */
export function EntryList({ entries, actions }: { entries: readonly Notification[]; actions: EntryActions }) {
  const { t } = useTranslation('notifications');
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, entries, actions);
  return (
    <>
      <ul ref={list} className={classes.list}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} actions={actions} />
        ))}
      </ul>
      <p className={classes.keys}>{t('keys')}</p>
    </>
  );
}
