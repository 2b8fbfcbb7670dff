import { describe, expect, it } from 'vitest';
import type { Fix } from '../fix';
import { GpsRest, REST_MS } from './gps-rest';

const START = Date.parse('2026-05-10T08:00:00Z');
/** A fix so many seconds later and metres to the north. */
const fix = (seconds: number, metres: number, accuracy_m = 6): Fix => ({
  latitude: 52.09 + metres / 111_195,
  longitude: 5.12,
  accuracy_m,
  altitude_m: null,
  altitude_accuracy_m: null,
  speed_mps: null,
  heading_deg: null,
  at: START + 1000 * seconds,
  fixes: 1,
});

describe('GPS', () => {
  it('rests once somebody has stood still for three minutes, and no more when they move', () => {
    const rest = new GpsRest();
    expect([0, 60, 120, 179].map((seconds) => rest.mayRest(fix(seconds, seconds % 7)))).toEqual([false, false, false, false]);
    expect(rest.mayRest(fix(180, 5))).toBe(true);
    expect(rest.mayRest(fix(240, 10))).toBe(true);
    expect(rest.mayRest(fix(250, 40))).toBe(false);
    expect(rest.mayRest(fix(400, 42))).toBe(false);
    expect(rest.mayRest(fix(430, 42))).toBe(true);
  });

  it('does not rest for somebody who walks slowly, nor while the fixes are too inaccurate', () => {
    const slow = new GpsRest();
    for (let seconds = 0; seconds < 1800; seconds += 10) expect(slow.mayRest(fix(seconds, 0.3 * seconds))).toBe(false);
    const rough = new GpsRest();
    for (let seconds = 0; seconds < 1800; seconds += 10) expect(rough.mayRest(fix(seconds, 0, 80))).toBe(false);
  });

  it('is not confused by the noise of a place under trees, nor by a clock that is set back', () => {
    const trees = new GpsRest();
    trees.mayRest(fix(0, 0, 25));
    expect(trees.mayRest(fix(200, 45, 25))).toBe(true);
    const clock = new GpsRest();
    clock.mayRest(fix(0, 0));
    expect(clock.mayRest(fix(-3600, 0))).toBe(false);
    expect(clock.mayRest(fix(-3600 + 180, 0))).toBe(true);
  });

  it('is off for most of an hour without movement, and never so long that the track has a gap', () => {
    const rest = new GpsRest();
    let on = 0;
    for (let seconds = 0; seconds < 3600; seconds++) {
      on++;
      if (rest.mayRest(fix(seconds, 0))) seconds += REST_MS / 1000 - 1;
    }
    expect(on).toBeLessThan(300);
    expect(REST_MS).toBeLessThan(120_000);
  });
});
