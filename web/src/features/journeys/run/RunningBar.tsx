import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconFlag, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { todayIn } from '@veld/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStore } from 'zustand';
import type { TrackRecorder } from '../../../device/track/recorder';
import { useNow } from '../../../device/use-now';
import { formatDate } from '../../../i18n/format';
import type { LocalJourney } from '../../../local/db/rows';
import { setPaused } from '../../../local/records/journeys/journeys';
import { runningTally } from '../../../local/records/tally';
import { currentDatabase, useLanguage, useUser } from '../../../shared/session/session';
import { usePageAttribute } from '../../../ui/frame/use-page-attribute';
import { saveTally } from '../../tally/data';
import { Figures } from './Figures';
import { finish, useRecorder } from './recording';
import classes from './RunningBar.module.css';

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

/** Ends the running journey. `state`: whether its end is being stored, or could not be. */
export function useFinish(journey: LocalJourney): { state: 'open' | 'storing' | 'failed'; endAt: (at: number) => void } {
  const user = useUser();
  const [state, setState] = useState<'open' | 'storing' | 'failed'>('open');
  const end = async (at: number) => {
    setState('storing');
    try {
      const tally = await runningTally.read(currentDatabase());
      // What was counted on the way becomes its records. A tally that began before it is another one.
      if (tally && tally.started_at >= Date.parse(journey.started_at)) await saveTally(user);
      await finish(journey, at);
    } catch (error) {
      console.error('Journey', error);
      setState('failed');
    }
  };
  return { state, endAt: (at) => void end(at) };
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
