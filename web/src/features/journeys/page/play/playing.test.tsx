// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localObservation } from '../../../species/testing/rows';
import { START, walkedTrack } from '../../testing/journeys';
import { PassedTrack } from './PassedTrack';
import { play, playClock, showUntil, usePlaying } from './play-clock';
import { countUntil, timedDots } from './timed-dots';

const SPAN = { from: START, to: START + 3_600_000 };

function Playing({ clock }: { clock: ReturnType<typeof playClock> }) {
  usePlaying(clock, SPAN);
  return null;
}

describe('a journey that plays', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('goes from its beginning to its end in steps, can be held, and begins again', () => {
    const clock = playClock();
    render(<Playing clock={clock} />);
    act(() => play(clock, SPAN));
    expect(clock.getState().time).toBe(SPAN.from);
    act(() => void vi.advanceTimersByTime(6000));
    expect(clock.getState()).toEqual({ time: SPAN.from + 1_800_000, isPlaying: true });
    act(() => showUntil(clock, SPAN.from + 600_000));
    act(() => void vi.advanceTimersByTime(6000));
    expect(clock.getState()).toEqual({ time: SPAN.from + 600_000, isPlaying: false });
    act(() => play(clock, SPAN));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(clock.getState()).toEqual({ time: SPAN.to, isPlaying: false });
    act(() => play(clock, SPAN));
    expect(clock.getState().time).toBe(SPAN.from);
  });
});

describe('what is drawn over the map', () => {
  afterEach(cleanup);

  /** 1000 pixels for each degree; the world around the middle. */
  function fakeMap() {
    const moved = new Set<() => void>();
    const map = {
      middle: 5,
      on: (_event: string, listener: () => void) => moved.add(listener),
      off: (_event: string, listener: () => void) => moved.delete(listener),
      getCenter: () => ({ lng: map.middle }),
      project: ([lng, lat]: [number, number]) => ({ x: 1000 * (lng - map.middle), y: 1000 * (52 - lat) }),
      move: (lng: number) => {
        map.middle = lng;
        for (const listener of moved) listener();
      },
    };
    return map;
  }

  it('ends where the person was, leaves out later parts, and moves with the map', () => {
    const map = fakeMap();
    const later = walkedTrack(2).map((point) => ({ ...point, t: point.t! + 7_200_000 }));
    const pieces = [walkedTrack(60), later];
    const { container } = render(
      <PassedTrack
        map={map as unknown as Parameters<typeof PassedTrack>[0]['map']}
        pieces={pieces}
        isPassed={({ t }) => t! <= START + 1_800_000}
        here={{ latitude: 52.03, longitude: 5.1 }}
        dots={[{ id: 'a', latitude: 52.01, longitude: 5.1, group: 'bird' }]}
      />,
      { wrapper: MemoryRouter },
    );
    const dashes = () => [...container.querySelectorAll('path')].map((path) => path.getAttribute('stroke-dasharray'));
    const here = () => container.querySelector<HTMLElement>('div[style]')!.style.transform;
    expect(dashes()).toEqual(['30.0 1000000']);
    expect(here()).toBe('translate(100.0px, -30.0px)');
    expect(container.querySelector('a')!.getAttribute('href')).toBe('/observations/a');
    act(() => map.move(4.9));
    expect(here()).toBe('translate(200.0px, -30.0px)');
    // A map that was turned once around the world.
    act(() => map.move(365));
    expect(here()).toBe('translate(100.0px, -30.0px)');
  });
});

describe('records on the map until a time', () => {
  it('are those made so far, in their order; never those without a time', () => {
    const record = (observed_time: string | null, change = {}) => ({
      ...localObservation({ taxon_id: 1, observed_on: '2026-05-09' }),
      observed_time,
      time_zone: 'Europe/Amsterdam',
      latitude: 52,
      longitude: 5,
      ...change,
    });
    const records = [record(null), record('10:30'), record('10:10'), record('10:20', { latitude: null })];
    const dots = timedDots(records, 'UTC');
    expect(dots.map(({ at }) => at && (at - START) / 60_000)).toEqual([10, 30, null]);
    expect([9, 10, 29, 600].map((minutes) => countUntil(dots, START + minutes * 60_000))).toEqual([0, 1, 1, 2]);
  });
});
