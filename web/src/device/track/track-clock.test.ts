import { describe, expect, it } from 'vitest';
import { TrackClock } from './track-clock';

/** A clock of the system and one that counts up, both in the hand of the test. */
function clocks(now: number) {
  const state = { now, elapsed: 5000 };
  return {
    state,
    pass: (ms: number) => {
      state.now += ms;
      state.elapsed += ms;
    },
    parts: { now: () => state.now, elapsed: () => state.elapsed },
  };
}

describe('the times of a track', () => {
  it('are those of the clock while nobody touches it', () => {
    const { parts, pass } = clocks(1_000_000);
    const clock = new TrackClock(parts, 0);
    expect(clock.timeOf(0)).toBe(1_000_000);
    pass(5000);
    expect(clock.timeOf(1200)).toBe(1_003_800);
  });

  it('go on evenly when the clock is set back, and never back themselves', () => {
    const { parts, pass, state } = clocks(1_000_000);
    const clock = new TrackClock(parts, 0);
    clock.timeOf(0);
    state.now -= 3_600_000;
    pass(2000);
    expect(clock.timeOf(0)).toBe(1_002_000);
    expect(clock.timeOf(30_000)).toBe(1_002_001);
  });

  it('follow the clock after the device has slept, and after a clock change forward', () => {
    const { parts, state } = clocks(1_000_000);
    const clock = new TrackClock(parts, 0);
    state.now += 600_000;
    expect(clock.timeOf(0)).toBe(1_600_000);
  });

  it('come after the last stored one when the app starts again with a clock that is behind', () => {
    const { parts, pass } = clocks(1_000_000);
    const clock = new TrackClock(parts, 9_000_000);
    expect(clock.timeOf(0)).toBe(9_000_001);
    pass(1000);
    expect(clock.timeOf(0)).toBe(9_001_001);
  });
});
