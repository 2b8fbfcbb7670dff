import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { bytes } from '../../../i18n/units';
import { number } from '../../../i18n/format';
import type { BatchKeeper } from '../../../local/records/identifications/batch-keeper';
import type { BatchQuery } from '../../../local/records/identifications/batch';
import { SectionTitle } from '../../../ui/SectionTitle';
import { notifier, useIsOnline, useLanguage } from '../../../shared/session/session';
import { BATCH_SIZE, batchKeeper, type KeptBatch, pictureAddresses } from './batch';
import { useHandled } from './data';
import classes from './KeptPanel.module.css';

interface Props {
  batch: KeptBatch | null;
  /** What would be kept; null if that is not known without a connection. */
  offer: { query: BatchQuery; count: number; bytes: number } | null;
  /** The kept records are shown already. */
  isShown: boolean;
}

/** The records kept on this device, or the offer to keep some. */
export function KeptPanel({ batch, offer, isShown }: Props) {
  const { t } = useTranslation('identifications');
  const keeper = batchKeeper();
  if (!keeper || (!batch && !offer)) return null;
  return (
    <section className={classes.panel}>
      <SectionTitle>{t('queue.kept.title')}</SectionTitle>
      {batch ? <Kept batch={batch} keeper={keeper} isShown={isShown} /> : <Offer offer={offer!} keeper={keeper} />}
    </section>
  );
}

function Offer({ offer, keeper }: { offer: NonNullable<Props['offer']>; keeper: BatchKeeper }) {
  const { t } = useTranslation('identifications');
  const language = useLanguage();
  const { isBusy, run } = useWork();
  const values = { number: number(Math.min(offer.count, BATCH_SIZE), language), size: bytes(offer.bytes, language) };
  return (
    <>
      <p>{t('queue.kept.offer', values)}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={isBusy}
        onClick={() => run(keeper.keep(offer.query))}
      >
        {t('queue.kept.keep', values)}
      </Button>
    </>
  );
}

function Kept({ batch, keeper, isShown }: { batch: KeptBatch; keeper: BatchKeeper; isShown: boolean }) {
  const { t } = useTranslation('identifications');
  const language = useLanguage();
  const isOnline = useIsOnline();
  const { stored, bytes: size } = useStore(keeper.store);
  const handled = useHandled(batch.at);
  const { isBusy, run } = useWork();
  const photos = pictureAddresses(batch).length - batch.gone.length;
  const left = batch.records.filter(({ id }) => !handled?.identified.has(id) && !handled?.skipped.has(id)).length;
  const values = { stored: number(stored, language), of: number(photos, language), size: bytes(size, language) };
  const isRunning = batch.state === 'running';
  return (
    <>
      <p>{t('queue.kept.left', { left: number(left, language), total: number(batch.records.length, language) })}</p>
      <p className={classes.note} role="status">
        {t('queue.kept.photos', values)}
        {batch.state === 'full' && ` ${t('queue.kept.full')}`}
        {batch.state === 'incomplete' && ` ${t('queue.kept.incomplete')}`}
      </p>
      {isRunning && <Progress value={photos === 0 ? 0 : (100 * stored) / photos} size="lg" aria-label={t('queue.kept.photos', values)} />}
      <div className={classes.actions}>
        {!isShown && left > 0 && (
          <Button component={Link} to="/identify?kept=1" variant="default">
            {t('queue.kept.work')}
          </Button>
        )}
        {isOnline && !isRunning && (
          <Button variant="default" loading={isBusy} onClick={() => run(keeper.keep(batch.query))}>
            {t('queue.kept.again')}
          </Button>
        )}
        <Button variant="subtle" color="brick" onClick={() => run(keeper.remove())}>
          {t('queue.kept.delete')}
        </Button>
      </div>
    </>
  );
}

/** Runs what the keeper does, and says when it failed or found nothing to keep. */
function useWork() {
  const { t } = useTranslation('identifications');
  const [isBusy, setBusy] = useState(false);
  const run = (work: Promise<unknown>) => {
    setBusy(true);
    work
      .then(
        (count) => {
          if (count === 0) notifier.show('info', t('queue.kept.none'));
        },
        (error: unknown) => notifier.show('negative', t('queue.kept.failed'), { cause: error }),
      )
      .finally(() => setBusy(false));
  };
  return { isBusy, run };
}
