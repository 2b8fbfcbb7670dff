import { ActionIcon, Button } from '@mantine/core';
import { IconFlag, IconPlayerPause, IconPlayerPlay, IconRoute } from '@tabler/icons-react';
import { todayIn } from '@veld/contract';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { location } from '../../../device/location';
import type { TrackRecorder } from '../../../device/track/recorder';
import { useNow } from '../../../device/use-now';
import { formatDate } from '../../../i18n/format';
import type { LocalJourney } from '../../../local/db/rows';
import { setPaused } from '../../../local/records/journeys/journeys';
import { chooseLook, useDistance, useStateText } from '../../../shared/geo/position/words';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { usePageAttribute } from '../../../ui/frame/use-page-attribute';
import { durationText, elapsedMs } from './elapsed';
import { finish, useIsElsewhere, useRecorder } from './recording';
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

interface Props {
  journey: LocalJourney;
  recorder: TrackRecorder;
  /** Ends the journey at an earlier time. */
  onFinish: (at: number) => void;
}

/** What the person should know or decide about the running journey: that its end may be forgotten, a gap, or points that are not stored. */
function RunningNotice({ journey, recorder, onFinish }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { suspicion, gap, unstored } = useStore(recorder.store);
  const time = (at: number) => formatDate(at, language, { timeZone: journey.time_zone, timeStyle: 'short' });
  const day = (at: number) => formatDate(at, language, { timeZone: journey.time_zone, dateStyle: 'long' });
  const now = useNow(60_000);
  const dayOf = (at: number) => todayIn(journey.time_zone, new Date(at));
  const finishAt = (at: number) => {
    if (dayOf(at) === dayOf(now)) return t('run.finish_at', { time: time(at) });
    const words = formatDate(at, language, { timeZone: journey.time_zone, day: 'numeric', month: 'long' });
    return t('run.finish_on', { day: words, time: time(at) });
  };
  useSignal(suspicion?.reason);
  if (suspicion) {
    const { reason, at } = suspicion;
    return (
      <Question
        text={reason === 'day' ? t('run.day', { day: day(Date.parse(journey.started_at)) }) : t(`run.${reason}`, { time: time(at) })}
        finish={finishAt(at)}
        onFinish={() => onFinish(at)}
        onGoOn={() => recorder.goOn(reason)}
      />
    );
  }
  if (gap)
    return (
      <Question
        text={t('run.gap', { from: time(gap.from), to: time(gap.to) })}
        finish={finishAt(gap.from)}
        onFinish={() => onFinish(gap.from)}
        onGoOn={() => recorder.acknowledgeGap()}
      />
    );
  if (unstored > 0)
    return (
      <p className={classes.notice} role="alert">
        {t('run.unstored', { count: unstored })}
      </p>
    );
  return null;
}

/** Vibrates, because the device is probably in a pocket. */
function useSignal(reason: string | undefined): void {
  useEffect(() => {
    if (reason) globalThis.navigator.vibrate?.([200, 100, 200]);
  }, [reason]);
}

function Question({ text, finish, onFinish, onGoOn }: { text: ReactNode; finish: string; onFinish: () => void; onGoOn: () => void }) {
  const { t } = useTranslation('journeys');
  return (
    <div className={classes.question} role="alert">
      <p className={classes.text}>{text}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onGoOn}>
          {t('run.go_on')}
        </Button>
        <Button onClick={onFinish}>{finish}</Button>
      </div>
    </div>
  );
}
