import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { wantsStill } from '../../../../ui/motion';

export interface Span {
  from: number;
  to: number;
}

/** `time`: until when a journey is shown, in milliseconds since 1970; null: the whole. */
export type PlayClock = StoreApi<{ time: number | null; isPlaying: boolean }>;

/** A journey plays in so many steps. */
export const STEPS = 120;
const STEP_MS = 100;
const CALM_STEP_MS = 500;

export const playClock = (): PlayClock => createStore(() => ({ time: null, isPlaying: false }));

/** Plays, from the beginning if it is at the end. */
export function play(clock: PlayClock, { from, to }: Span): void {
  clock.setState(({ time }) => ({ time: time === null || time >= to ? from : time, isPlaying: true }));
}

/** Shows the journey until a time. */
export function showUntil(clock: PlayClock, time: number | null): void {
  clock.setState({ time, isPlaying: false });
}

export const choosePlayStep = ({ from, to }: Span) => Math.max(1000, Math.ceil((to - from) / STEPS));

/** Goes on by steps while the clock plays. */
export function usePlaying(clock: PlayClock, span: Span): void {
  const isPlaying = useStore(clock, (state) => state.isPlaying);
  const { from, to } = span;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const step = choosePlayStep({ from, to });
    const advance = () =>
      clock.setState(({ time }) => {
        const next = Math.min((time ?? from) + step, to);
        return { time: next, isPlaying: next < to };
      });
    const timer = setInterval(advance, wantsStill() ? CALM_STEP_MS : STEP_MS);
    return () => clearInterval(timer);
  }, [clock, isPlaying, from, to]);
}
