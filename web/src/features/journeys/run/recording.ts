import { todayIn } from '@veld/contract';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readFix } from '../../../device/fix';
import { location } from '../../../device/location';
import { stayAwakeWhileSending } from '../../../device/stay-awake';
import { backgroundTracking } from '../../../device/track/background';
import { TrackRecorder, withRecorderLock } from '../../../device/track/recorder';
import type { LocalJourney } from '../../../local/db/rows';
import { finishJourney, saveJourney } from '../../../local/records/journeys/journeys';
import { zoneAt } from '../../../shared/geo/time-zone';
import { currentDatabase } from '../../../shared/session/session';
import { readFirstPoint } from '../own-journeys';

/** The recorder of this page; null while another tab records, or nobody. */
const active = createStore<{ recorder: TrackRecorder | null; isElsewhere: boolean }>(() => ({ recorder: null, isElsewhere: false }));

export function useRecorder(): TrackRecorder | null {
  return useStore(active, ({ recorder }) => recorder);
}

/** Whether another tab records. */
export function useIsElsewhere(): boolean {
  return useStore(active, ({ isElsewhere }) => isElsewhere);
}

const ON = { getState: () => ({ state: 'sending' }), subscribe: () => () => undefined };

/** Records the track of a journey while it runs, in one tab of the device. */
export function useTrackRecording(journey: LocalJourney): void {
  const database = currentDatabase();
  const { id, name, protocol, started_at, time_zone } = journey;
  const isPaused = journey.paused_at !== null;
  const isRunning = journey.ended_at === null;
  const recorder = useRecorder();
  useZoneOfStart(journey, recorder);
  const dayOf = useEffectEvent((at: number) => todayIn(time_zone, new Date(at)));
  useEffect(() => {
    if (!isRunning) return;
    const ended = new AbortController();
    const work = async () => {
      if (ended.signal.aborted) return;
      const made = new TrackRecorder({
        database,
        journey: { id, protocol, started_at },
        location,
        dayOf: (at) => dayOf(at),
      });
      await made.start();
      if (!ended.signal.aborted) active.setState({ recorder: made, isElsewhere: false });
      await new Promise<void>((resolve) => {
        if (ended.signal.aborted) resolve();
        ended.signal.addEventListener('abort', () => resolve());
      });
      active.setState({ recorder: null });
      await made.stop();
    };
    withRecorderLock(database.userId, work, ended.signal, () => active.setState({ isElsewhere: true }));
    return () => {
      ended.abort();
      active.setState({ isElsewhere: false });
    };
  }, [database, id, protocol, started_at, isRunning]);
  useEffect(() => recorder?.setPaused(isPaused), [recorder, isPaused]);
  useEffect(() => {
    const native = backgroundTracking();
    if (!native || !recorder || !isRunning || isPaused) return;
    const unsubscribe = native.onPosition((position) => {
      // By its own time, because positions of a stopped page arrive late.
      const fix = readFix(position, position.timestamp);
      if (typeof fix !== 'string') recorder.add(fix);
    });
    void native.start({ title: name });
    return () => {
      unsubscribe();
      void native.stop();
    };
  }, [recorder, isRunning, isPaused, name]);
  // A browser stops the page when the screen goes off.
  useEffect(() => (isRunning && !isPaused && !backgroundTracking() ? stayAwakeWhileSending(ON) : undefined), [isRunning, isPaused]);
}

/** Ends a journey at a time, with every point that can be stored. */
export async function finish(journey: Pick<LocalJourney, 'id'>, at: number): Promise<void> {
  const { recorder } = active.getState();
  await recorder?.stop();
  try {
    await finishJourney(currentDatabase(), journey.id, at, Date.now());
  } catch (error) {
    // The journey goes on until its end is stored.
    recorder?.resume();
    throw error;
  }
}

/**
 * A journey starts with the time zone of the device, which may be set to that of home. Once a point is stored, it gets that of the place
 * where it began, as its records have.
 */
function useZoneOfStart({ id, time_zone }: Pick<LocalJourney, 'id' | 'time_zone'>, recorder: TrackRecorder | null): void {
  const database = currentDatabase();
  useEffect(() => {
    if (!recorder) return undefined;
    const correct = async () => {
      const first = await readFirstPoint(id);
      const zone = first && (await zoneAt(first.latitude, first.longitude));
      if (zone && zone !== time_zone) await saveJourney(database, id, { time_zone: zone }, Date.now());
    };
    const unsubscribe = recorder.store.subscribe(({ points }, before) => {
      if (points === before.points) return;
      unsubscribe();
      correct().catch((error: unknown) => console.error('Time zone', error));
    });
    return unsubscribe;
  }, [database, id, time_zone, recorder]);
}
