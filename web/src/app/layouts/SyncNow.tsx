import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useNow } from '../../device/use-now';
import { ago } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { currentSync, network } from '../../local/app/veld';
import classes from './SyncNow.module.css';

/** When this device was last in step with the server, and a button that sends and fetches now. */
export default function SyncNow() {
  const { t } = useTranslation('operations');
  const { sender, pull } = currentSync();
  const lastAt = useStore(pull.store, (state) => state.lastAt);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const [isBusy, setBusy] = useState(false);
  const now = useNow(60_000);
  const sync = () => {
    setBusy(true);
    Promise.all([sender.flushNow(), pull.run()])
      .catch((error: unknown) => console.error('Sync', error))
      .finally(() => setBusy(false));
  };
  return (
    <p className={classes.line}>
      <span role="status">{isBusy ? t('sync.busy') : lastAt ? t('sync.last', { ago: ago(lastAt, currentLocale(), now) }) : null}</span>
      <button type="button" className={classes.button} disabled={!isOnline || isBusy} onClick={sync}>
        {t('sync.now')}
      </button>
    </p>
  );
}
