import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { bytes } from '../../../i18n/units';
import type { BatchKeeper } from '../../../local/records/identifications/batch-keeper';
import { notifier, useLanguage } from '../../../shared/session/session';
import { batchKeeper, useBatch } from '../../identifications/queue/batch';
import classes from '../storage.module.css';

/** The records that are kept to identify them without a connection. */
export function KeptRecords() {
  const keeper = batchKeeper();
  return useBatch() && keeper ? <KeptLine keeper={keeper} /> : null;
}

function KeptLine({ keeper }: { keeper: BatchKeeper }) {
  const { t } = useTranslation('identifications');
  const language = useLanguage();
  const size = useStore(keeper.store, (state) => state.bytes);
  useEffect(() => {
    keeper.measure().catch((error: unknown) => console.error('Keep for offline', error));
  }, [keeper]);
  const remove = () => {
    keeper.remove().catch((error: unknown) => notifier.show('negative', t('queue.kept.failed'), { cause: error }));
  };
  return (
    <div className={classes.kind}>
      <dt>
        {t('queue.kept.storage')}
        <span className={classes.note}>{t('queue.kept.storage_note')}</span>
      </dt>
      <dd>
        <Link to="/identify?kept=1">{bytes(size, language)}</Link>
        <Button variant="subtle" onClick={remove} aria-label={t('queue.kept.delete_it')}>
          {t('queue.kept.delete')}
        </Button>
      </dd>
    </div>
  );
}
