import type { Protocol, TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { trackPoints } from '../../local/testing/journeys';
import { StopGuard } from './guard';

const START = Date.parse('2026-05-10T08:00:00Z');
const MINUTE = 60_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const at = (minutes: number, metres: number, change: Partial<TrackPoint> = {}): TrackPoint => ({
  ...trackPoints(1)[0]!,
  t: START + minutes * MINUTE,
  latitude: 52.09 + metres / 111_195,
  speed_mps: null,
  ...change,
});
function guard(protocol: Protocol = 'travelling', ...points: TrackPoint[]) {
  const made = new StopGuard(protocol, START, dayOf);
  for (const point of points) made.add(point);
  return made;
}

describe('a forgotten stop', () => {
  it('is asked about after half an hour without movement, from when that began, and again only after as long', () => {
    const one = guard('travelling', at(0, 0), at(5, 300), at(20, 320), at(34, 290));
    expect(one.check(START + 34 * MINUTE)).toBeNull();
    expect(one.check(START + 35 * MINUTE)).toEqual({ reason: 'still', at: START + 5 * MINUTE });
    one.accept('still', START + 36 * MINUTE);
    expect(one.check(START + 65 * MINUTE)).toBeNull();
    expect(one.check(START + 66 * MINUTE)).toMatchObject({ reason: 'still' });
    one.add(at(67, 900));
    expect(one.check(START + 67 * MINUTE)).toBeNull();
  });

  it('is not asked about where people stay in one place, nor while GPS is too inaccurate to know', () => {
    expect(guard('stationary', at(0, 0)).check(START + 90 * MINUTE)).toBeNull();
    expect(guard('trap', at(0, 0)).check(START + 90 * MINUTE)).toBeNull();
    expect(guard('travelling', at(0, 0, { accuracy_m: 500 })).check(START + 90 * MINUTE)).toBeNull();
  });

  it('is asked about after a minute at the speed of a car, and not for a short sprint or one wrong point', () => {
    const drive = [0, 0.25, 0.5, 0.75, 1].map((minutes) => at(10 + minutes, 900 * minutes));
    const one = guard('travelling', at(0, 0), at(9.9, 5), ...drive);
    expect(one.check(START + 11 * MINUTE)).toEqual({ reason: 'car', at: START + 10 * MINUTE });
    one.accept('car', START + 11 * MINUTE);
    one.add(at(11.5, 1400));
    expect(one.check(START + 11.5 * MINUTE)).toBeNull();
    const short = guard('travelling', at(10, 0), at(10.5, 450), at(11, 480), at(11.5, 900));
    expect(short.check(START + 11.5 * MINUTE)).toBeNull();
    // The speed that the device reports says that they walk.
    expect(guard('travelling', ...drive.map((point) => ({ ...point, speed_mps: 1 }))).check(START + 11 * MINUTE)).toBeNull();
  });

  it('is not asked about because the time zone of the place becomes known', () => {
    let hours = 0;
    const made = new StopGuard('travelling', START, (time) => dayOf(time + hours * 60 * MINUTE));
    hours = 18;
    made.add(at(1, 100));
    expect(made.check(START + 2 * MINUTE)).toBeNull();
    // Midnight there.
    expect(made.check(Date.parse('2026-05-11T06:00:00Z'))).not.toBeNull();
  });

  it('is asked about at the end of the day, except of a night with a trap', () => {
    const midnight = Date.parse('2026-05-11T00:00:00Z');
    const walking = (made: StopGuard) => {
      made.add({ ...at(0, 5000), t: midnight - MINUTE });
      return made;
    };
    expect(walking(guard('area')).check(midnight - 1)).toBeNull();
    const one = walking(guard('area'));
    expect(one.check(midnight)).toEqual({ reason: 'day', at: midnight - MINUTE });
    one.accept('day', midnight);
    expect(one.check(midnight + MINUTE)).toBeNull();
    expect(walking(guard('trap')).check(midnight + 1)).toBeNull();
    expect(guard('trap').check(START + 19 * 60 * MINUTE)).toMatchObject({ reason: 'day' });
  });
});
