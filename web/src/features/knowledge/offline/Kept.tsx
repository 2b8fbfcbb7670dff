import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bytes } from '../../../i18n/bytes';
import { ago, number } from '../../../i18n/format';
import { notifier, useIsOnline, useLanguage } from '../../../shared/session/session';
import { sumGuideBytes, guideKeeper, type KeptGuide, useGuidePlan } from './data';
import classes from './Offline.module.css';

/** What is kept of a country, or its progress; it can be stopped, continued, updated and deleted. */
export function Kept({ guide }: { guide: KeptGuide }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const language = useLanguage();
  const { pictures, stored, state } = guide;
  const values = { stored: number(stored, language), of: number(pictures.length, language), size: bytes(sumGuideBytes(guide), language) };
  return (
    <div className={classes.card}>
      {state === 'done' ? (
        <p>{t('offline.done', { ...values, ago: ago(guide.at, language) })}</p>
      ) : (
        <>
          <p role="status">{t('offline.progress', values)}</p>
          <Progress
            value={pictures.length === 0 ? 0 : (100 * stored) / pictures.length}
            size="lg"
            aria-label={t('offline.progress', values)}
          />
          <StateNote state={state} />
        </>
      )}
      <Actions guide={guide} />
    </div>
  );
}

function StateNote({ state }: { state: KeptGuide['state'] }) {
  const { t } = useTranslation('knowledge');
  const isOnline = useIsOnline();
  const isWaiting = useStore(guideKeeper()!.store, (now) => now.isWaiting);
  const note =
    state === 'full' ? t('offline.full') : state === 'paused' ? t('offline.paused') : !isOnline || isWaiting ? t('offline.waiting') : null;
  return (
    <p className={classes.note} role="status">
      {note}
    </p>
  );
}

function Actions({ guide: { country, state, language: kept } }: { guide: KeptGuide }) {
  const { t } = useTranslation('knowledge');
  const language = useLanguage();
  const { data: plan } = useGuidePlan(state === 'done' ? country : null);
  const [isDeleting, setDeleting] = useState(false);
  const keeper = guideKeeper()!;
  const run = (work: Promise<void>) => {
    work.catch((error: unknown) => notifier.show('negative', t('offline.failed'), { cause: error }));
  };
  const remove = () => {
    setDeleting(true);
    run(keeper.remove(country));
  };
  return (
    <div className={classes.actions}>
      {state === 'running' && <Button onClick={() => run(keeper.pause(country))}>{t('offline.pause')}</Button>}
      {(state === 'paused' || state === 'full') && <Button onClick={() => run(keeper.goOn(country))}>{t('offline.go_on')}</Button>}
      {state === 'done' && plan && (
        <Button variant="default" onClick={() => run(keeper.keep(country, language, plan))}>
          {kept === language ? t('offline.update') : t('offline.update_language')}
        </Button>
      )}
      <Button variant="subtle" color="brick" loading={isDeleting} onClick={remove}>
        {t('offline.delete')}
      </Button>
    </div>
  );
}
