import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { quoted } from '../../i18n/quoted';
import { isAnyUnsent } from '../../local/outbox/outbox-counts';
import { auth, useLanguage } from '../../shared/session/session';
import { logOutAndRemove, saveUnsentFiles, sendWaiting, useDeviceOnly, useUnsent } from '../../shared/session/unsent';
import { useTypedWord } from '../../ui/fields/use-typed-word';
import { DeviceOnlyList, isAnythingLost } from './DeviceOnlyList';
import classes from './logout.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/**
 * Asks at logout: keep everything on this device (default), export unsent records, remove everything (confirmed by typing if
 * anything would be lost), or stay logged in.
 */
export default function LogoutDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const left = useUnsent();
  useEffect(sendWaiting, []);
  const [busy, setBusy] = useState<'logOut' | 'export' | 'discard' | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // Null: the database cannot be read, so there may be unsent records.
  const isNothing = left !== null && left !== undefined && !isAnyUnsent(left);

  const run = (kind: 'logOut' | 'export' | 'discard', work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(kind);
    setHasFailed(false);
    work()
      .catch(() => setHasFailed(true))
      .finally(() => setBusy(null));
  };
  const logOut = async () => {
    await auth.logout();
    await navigate('/welcome');
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={isNothing || left?.unsent === 0 ? t('nav.log_out') : t('logout.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={classes.choices}>
        {isNothing ? <p className={classes.text}>{t('sync.all_synced')}</p> : null}
        {left && left.unsent > 0 && <p className={classes.text}>{t('logout.text', { count: left.unsent })}</p>}
        {left && left.changes > 0 && <p className={classes.text}>{t('sync.changes_waiting', { count: left.changes })}</p>}
        {hasFailed && (
          <Alert color="brick" role="alert">
            {t('error.title')}
          </Alert>
        )}
        <div>
          <Button fullWidth data-autofocus loading={busy === 'logOut'} onClick={() => run('logOut', logOut)}>
            {isNothing ? t('nav.log_out') : t('logout.keep')}
          </Button>
          {!isNothing && <p className={classes.hint}>{t('logout.keep_hint')}</p>}
        </div>
        {!isNothing && (
          <Button fullWidth variant="default" loading={busy === 'export'} onClick={() => run('export', saveUnsentFiles)}>
            {t('logout.export')}
          </Button>
        )}
        <RemoveForm isBusy={busy === 'discard'} onRemove={() => run('discard', () => logOutAndRemove(() => auth.logout()))} />
        <Button fullWidth variant="subtle" color="stone" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </Modal>
  );
}

interface RemoveFormProps {
  isBusy: boolean;
  onRemove: () => void;
}

/** Logs out and removes everything from this device; to be confirmed by typing if anything would be lost. */
function RemoveForm({ isBusy, onRemove }: RemoveFormProps) {
  const { t } = useTranslation('accounts');
  const counts = useDeviceOnly();
  const word = t('leave.word');
  const { isTyped, field } = useTypedWord(word);
  const quotedWord = quoted(word, useLanguage());
  if (counts === undefined) return null;
  const mustType = isAnythingLost(counts);
  const isConfirmed = !mustType || isTyped;
  return (
    <form
      className={classes.discard}
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) onRemove();
      }}
    >
      <div>
        <h3 className={classes.heading}>{t('leave.remove')}</h3>
        <p className={classes.hint}>{t('leave.remove_hint')}</p>
      </div>
      <DeviceOnlyList counts={counts} />
      {mustType && <TextInput label={t('leave.type', { word: quotedWord })} {...field} />}
      <Button type="submit" fullWidth variant="outline" color="brick" disabled={!isConfirmed} loading={isBusy}>
        {t('leave.submit')}
      </Button>
    </form>
  );
}
