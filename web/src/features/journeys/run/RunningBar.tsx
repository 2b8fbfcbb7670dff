import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconFlag, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { LocalJourney } from '../../../local/db/rows';
import { setPaused } from '../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../shared/session/session';
import { usePageAttribute } from '../../../ui/frame/use-page-attribute';
import { Figures } from './Figures';
import { useRecorder } from './recording';
import classes from './RunningBar.module.css';
import { RunningNotice } from './RunningNotice';
import { useFinish } from './use-finish';

/** The running journey in one line, with the buttons to pause and finish it. On its own page, which has all of this, only what it asks. */
export function RunningBar({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation('journeys');
  const isOnPage = useLocation().pathname === `/journey/${journey.id}`;
  const recorder = useRecorder();
  const { state, endAt } = useFinish(journey);
  const notice = (
    <>
      {state === 'failed' && (
        <p className={classes.notice} role="alert">
          {t('run.failed')}
        </p>
      )}
      {recorder && <RunningNotice journey={journey} recorder={recorder} onFinish={endAt} />}
    </>
  );
  if (isOnPage) return <div className={classes.asking}>{notice}</div>;
  return (
    <section className={classes.bar} aria-label={t('run.title')}>
      <Line journey={journey} isEnding={state === 'storing'} onFinish={() => endAt(Date.now())} />
      {notice}
    </section>
  );
}

function Line({ journey, isEnding, onFinish }: { journey: LocalJourney; isEnding: boolean; onFinish: () => void }) {
  const { t } = useTranslation('journeys');
  usePageAttribute('veldJourney', 'running');
  const isPaused = journey.paused_at !== null;
  return (
    <div className={classes.line}>
      <Link className={classes.words} to={`/journey/${journey.id}`}>
        <VisuallyHidden dir="auto">{journey.name}</VisuallyHidden>
        <Figures journey={journey} />
      </Link>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        title={t(isPaused ? 'run.resume' : 'run.pause')}
        aria-label={t(isPaused ? 'run.resume' : 'run.pause')}
        onClick={() => void setPaused(currentDatabase(), journey.id, !isPaused, Date.now())}
      >
        {isPaused ? <IconPlayerPlay size={22} aria-hidden /> : <IconPlayerPause size={22} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        title={t('run.finish')}
        aria-label={t('run.finish')}
        loading={isEnding}
        onClick={onFinish}
      >
        <IconFlag size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
