import { ActionIcon, Button } from '@mantine/core';
import { IconFlag, IconPlayerPause, IconPlayerPlay, IconRoute } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { location } from '../../../device/location';
import { useNow } from '../../../device/use-now';
import type { LocalJourney } from '../../../local/db/rows';
import { setPaused } from '../../../local/records/journeys/journeys';
import { usePageAttribute } from '../../../ui/frame/use-page-attribute';
import { currentDatabase } from '../../../shared/session/session';
import { chooseLook, useDistance, useStateText } from '../../../shared/geo/position/words';
import { durationText, elapsedMs } from './elapsed';
import { finish, useIsElsewhere, useRecorder } from './recording';
import { RunningNotice } from './RunningNotice';
import { useJourneySpecies } from './use-open-journey';
import classes from './RunningBar.module.css';

/** The running journey at a glance, with the buttons to pause and finish it. */
export function RunningBar({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  usePageAttribute('veldJourney', 'running');
  const isPaused = journey.paused_at !== null;
  const recorder = useRecorder();
  const isAsking = useIsAsking(recorder);
  const [end, setEnd] = useState<'open' | 'storing' | 'failed'>('open');
  const endAt = (at: number) => {
    setEnd('storing');
    finish(journey, at).catch((error: unknown) => {
      console.error('Journey', error);
      setEnd('failed');
    });
  };
  return (
    <section className={classes.bar} aria-label={t('run.title')}>
      <div className={classes.line}>
        <Link className={classes.words} to="/my-journeys/new">
          <IconRoute className={classes.icon} size={20} aria-hidden />
          <span dir="auto" className={classes.name}>
            {journey.name}
          </span>
          <Figures journey={journey} />
        </Link>
        <div className={classes.buttons}>
          <ActionIcon
            variant="default"
            size="var(--target)"
            aria-label={t(isPaused ? 'run.resume' : 'run.pause')}
            onClick={() => void setPaused(currentDatabase(), journey.id, !isPaused, Date.now())}
          >
            {isPaused ? <IconPlayerPlay size={22} aria-hidden /> : <IconPlayerPause size={22} aria-hidden />}
          </ActionIcon>
          <Button
            variant={isAsking ? 'default' : 'filled'}
            loading={end === 'storing'}
            leftSection={<IconFlag size={20} aria-hidden />}
            onClick={() => endAt(Date.now())}
          >
            {t('run.finish')}
          </Button>
        </div>
      </div>
      {end === 'failed' && (
        <p className={classes.notice} role="alert">
          {t('run.failed')}
        </p>
      )}
      {recorder && <RunningNotice journey={journey} recorder={recorder} onFinish={endAt} />}
    </section>
  );
}

/** Whether the bar asks if the journey ended earlier, with a button of its own for that. */
function useIsAsking(recorder: ReturnType<typeof useRecorder>): boolean {
  return useSyncExternalStore(
    (changed) => recorder?.store.subscribe(changed) ?? (() => undefined),
    () => {
      const { suspicion = null, gap = null } = recorder?.store.getState() ?? {};
      return suspicion !== null || gap !== null;
    },
  );
}

/** Time, distance, species and the state of GPS. */
function Figures({ journey }: { journey: LocalJourney }) {
  const { t } = useTranslation(['journeys', 'common']);
  const isPaused = journey.paused_at !== null;
  const now = useNow(1000, !isPaused);
  const species = useJourneySpecies(journey);
  const recorder = useRecorder();
  const planned = journey.planned_duration_s;
  const elapsed = elapsedMs(journey, now);
  return (
    <span className={classes.figures}>
      <span className={classes.time} data-over={(planned !== null && elapsed > 1000 * planned) || undefined}>
        {durationText(elapsed)}
        {planned !== null && ` / ${durationText(1000 * planned, true)}`}
      </span>
      {recorder && <Distance recorder={recorder} />}
      <span>{t('common:count.species', { count: species })}</span>
      {isPaused ? <strong>{t('run.paused')}</strong> : recorder ? <GpsState recorder={recorder} /> : <Elsewhere />}
    </span>
  );
}

function Elsewhere() {
  const { t } = useTranslation('journeys');
  return useIsElsewhere() ? <span>{t('run.elsewhere')}</span> : null;
}

interface OfRecorder {
  recorder: NonNullable<ReturnType<typeof useRecorder>>;
}

function Distance({ recorder }: OfRecorder) {
  const metres = useStore(recorder.store, ({ distance_m }) => distance_m);
  return <span>{useDistance()(metres)}</span>;
}

function GpsState({ recorder }: OfRecorder) {
  const { t } = useTranslation('journeys');
  const { state, fix } = useStore(location.store);
  const isResting = useStore(recorder.store, (recording) => recording.isResting);
  const text = useStateText();
  // Off only to save power. A form that needs a position turns it on.
  if (isResting && state === 'off') return <span className={classes.gps}>{t('run.resting')}</span>;
  return (
    <span className={classes.gps} data-look={chooseLook(state)}>
      {text(state, fix?.accuracy_m ?? null)}
    </span>
  );
}
