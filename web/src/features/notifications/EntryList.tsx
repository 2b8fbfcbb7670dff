import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryActions, Notification } from './data';
import classes from './EntryList.module.css';
import { EntryMenu } from './EntryMenu';
import { EntryRow } from './EntryRow';
import { useListKeys } from './use-list-keys';

/** The entries, the latest first. */
export function EntryList({ entries, actions }: { entries: readonly Notification[]; actions: EntryActions }) {
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
