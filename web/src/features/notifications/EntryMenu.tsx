import { Button, Modal } from '@mantine/core';
import { IconBell, IconBellOff, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EntryActions, Notification } from './data';
import classes from './EntryMenu.module.css';
import { useEntryText } from './use-entry-text';

interface Props {
  entry: Notification;
  actions: EntryActions;
  isOpen: boolean;
  onClose: () => void;
}

/** What can be done about an entry, and why it is there. */
export function EntryMenu({ entry, actions, isOpen, onClose }: Props) {
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
