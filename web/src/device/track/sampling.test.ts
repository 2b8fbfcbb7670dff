import type { TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { trackPoints } from '../../local/testing/journeys';
import { isWorthStoring } from './sampling';

const [first] = trackPoints(1) as [TrackPoint];
/** A later point, so many metres north and seconds later. */
const after = (metres: number, seconds: number, change: Partial<TrackPoint> = {}): TrackPoint => ({
  ...first,
  seq: 1,
  t: first.t! + 1000 * seconds,
  latitude: first.latitude + metres / 111_195,
  accuracy_m: 4,
  speed_mps: 1,
  ...change,
});

describe('a measured point', () => {
  it('is stored if it is the first, of a new segment, or far enough', () => {
    expect(isWorthStoring(null, first)).toBe(true);
    expect(isWorthStoring(first, after(0, 1, { segment: 1 }))).toBe(true);
    expect(isWorthStoring(first, after(5, 4))).toBe(true);
    expect(isWorthStoring(first, after(26, 1, { speed_mps: 30 }))).toBe(true);
  });

  it('is stored less often the faster somebody goes, and once a minute while they rest', () => {
    expect(isWorthStoring(first, after(10, 1, { speed_mps: 12 }))).toBe(false);
    expect(isWorthStoring(first, after(1, 30))).toBe(false);
    expect(isWorthStoring(first, after(1, 60))).toBe(true);
  });

  it('is not stored if its distance is only GPS noise', () => {
    expect(isWorthStoring({ ...first, accuracy_m: 30 }, after(12, 5, { accuracy_m: 30 }))).toBe(false);
    expect(isWorthStoring({ ...first, accuracy_m: 30 }, after(18, 11, { accuracy_m: 30 }))).toBe(true);
  });

  it('makes an hour of walking at one fix per second far smaller, and an hour of rest tiny', () => {
    const stored = (pace: number) => {
      let last: TrackPoint | null = null;
      let count = 0;
      for (let second = 0; second < 3600; second++) {
        const point = after(pace * second, second, { speed_mps: pace });
        if (!isWorthStoring(last, point)) continue;
        last = point;
        count++;
      }
      return count;
    };
    expect(stored(1.2)).toBeLessThan(1000);
    expect(stored(1.2)).toBeGreaterThan(600);
    expect(stored(0)).toBeLessThanOrEqual(61);
  });
});
