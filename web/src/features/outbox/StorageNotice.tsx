import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { storageNotices } from '../../local/db/storage-notices';
import classes from './outbox.module.css';

/** Shown if the browser denied persistent storage and may delete unsent records. */
export function StorageNotice() {
  const { t } = useTranslation('settings');
  const answer = useStore(storageNotices, (state) => state.isPersistent);
  const [isPersistent, setPersistent] = useState<boolean | null>(null);
  useEffect(() => {
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persisted?.().then(setPersistent, () => setPersistent(null));
  }, [answer]);
  if (isPersistent !== false) return null;
  return (
    <p className={classes.offline}>
      {t('storage.persistent.no')} <Link to="/storage">{t('storage.persist')}</Link>
    </p>
  );
}
