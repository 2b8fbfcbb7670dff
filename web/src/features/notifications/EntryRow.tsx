import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBellOff, IconDotsVertical } from '@tabler/icons-react';
import { notificationPath } from '@veld/contract';
import { type ComponentType, createContext, type ReactNode, type RefObject, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { ScientificName } from '../../ui/ScientificName';
import { useSwipe } from '../../ui/swipe';
import { useLanguage } from '../../shared/session/session';
import type { EntryActions, Notification } from './data';
import classes from './EntryRow.module.css';
import { pickKindIcon } from './kind-icons';
import { useEntryText } from './use-entry-text';

/** Rows carry the id of their entry here, and their link or button takes the focus. */
const ENTRY = 'data-entry';

/** What a later feature adds below an entry. */
export const MoreOfEntry = createContext<ComponentType<{ entry: Notification }> | null>(null);

interface Props {
  entry: Notification;
  actions: EntryActions;
  onMenu: (entry: Notification) => void;
}

/** One entry: opens what it is about. A swipe to the left marks it as read, one to the right mutes its record. */
export function EntryRow({ entry, actions, onMenu }: Props) {
  const { t } = useTranslation(['notifications', 'common']);
  const language = useLanguage();
  const { record, is_read: isRead, is_muted: isMuted } = entry;
  const swipes = useSwipe({
    onLeft: () => actions.read(entry),
    onRight: record ? () => actions.setMuted(record.id, !isMuted) : undefined,
    except: '[role="dialog"]',
  });
  const { text, change } = useEntryText(entry);
  const Icon = pickKindIcon(entry.kind);
  const More = useContext(MoreOfEntry);
  return (
    <li className={classes.row} {...{ [ENTRY]: entry.id }} data-unread={!isRead || undefined} {...swipes}>
      <Open path={notificationPath(entry)} onOpen={() => actions.read(entry)}>
        <span className={classes.icon}>
          <Icon size={22} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={classes.text}>
            {!isRead && <VisuallyHidden>{t('unread')}: </VisuallyHidden>}
            {text}
          </span>
          {change !== null && <span className={classes.change}>{change}</span>}
          {record && <RecordName record={record} />}
          <span className={classes.facts}>
            {entry.created_at !== null && <time dateTime={entry.created_at}>{ago(entry.created_at, language)}</time>}
            {isMuted && (
              <span className={classes.muted}>
                <IconBellOff size={16} aria-hidden /> {t('muted')}
              </span>
            )}
          </span>
        </span>
      </Open>
      <ActionIcon
        className={classes.more}
        variant="subtle"
        color="stone"
        size="xl"
        aria-label={t('more_about', { text })}
        onClick={() => onMenu(entry)}
      >
        <IconDotsVertical size={20} aria-hidden />
      </ActionIcon>
      {More && <More entry={entry} />}
    </li>
  );
}

function Open({ path, onOpen, children }: { path: string | null; onOpen: () => void; children: ReactNode }) {
  if (path === null)
    return (
      <button type="button" className={classes.open} onClick={onOpen}>
        {children}
      </button>
    );
  if (path.startsWith('https:'))
    return (
      <a className={classes.open} href={path} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
        {children}
      </a>
    );
  return (
    <Link className={classes.open} to={path} onClick={onOpen}>
      {children}
    </Link>
  );
}

function RecordName({ record: { taxon, verbatim_name } }: { record: NonNullable<Notification['record']> }) {
  const { t } = useTranslation('notifications');
  if (!taxon) return <span className={classes.record}>{verbatim_name ?? t('unnamed_record')}</span>;
  const isNamed = taxon.name !== taxon.scientific_name;
  return (
    <span className={classes.record}>
      {isNamed && `${taxon.name} `}
      <ScientificName name={taxon.scientific_name} rank={taxon.rank} />
    </span>
  );
}

/** Keys that work wherever nothing is being typed: J and K move among the rows, R and M act on the one with the focus. */
export function useListKeys(list: RefObject<HTMLUListElement | null>, entries: readonly Notification[], actions: EntryActions): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${ENTRY}]`) ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (step: 1 | -1) => {
    const all = rows();
    const at = focused();
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    next?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const act = (work: (entry: Notification) => void) => () => {
    const id = rows()[focused()]?.getAttribute(ENTRY);
    const entry = entries.find((one) => one.id === id);
    if (entry && !document.querySelector('[role="dialog"]')) work(entry);
  };
  const mute = ({ record, is_muted }: Notification) => {
    if (record) actions.setMuted(record.id, !is_muted);
  };
  useHotkeys([
    ['J', () => move(1)],
    ['K', () => move(-1)],
    ['R', act(actions.read)],
    ['M', act(mute)],
  ]);
}
