import { Button } from '@mantine/core';
import { todayIn } from '@veld/contract';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TrackRecorder } from '../../../device/track/recorder';
import { useNow } from '../../../device/use-now';
import { formatDate } from '../../../i18n/format';
import type { LocalJourney } from '../../../local/db/rows';
import { useLanguage } from '../../../shared/session/session';
import classes from './RunningBar.module.css';

interface Props {
  journey: LocalJourney;
  recorder: TrackRecorder;
  /** Ends the journey at an earlier time. */
  onFinish: (at: number) => void;
}

/** What the person should know or decide about the running journey: that its end may be forgotten, a gap, or points that are not stored. */
export function RunningNotice({ journey, recorder, onFinish }: Props) {
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
