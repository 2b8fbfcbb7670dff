import { trackPieces, type TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { type CameraTime, cameraInstant, matchPhoto, offsetFromClock } from './match-photos';

const START = Date.UTC(2026, 4, 9, 8);

const point = (seq: number, seconds: number | null, change: Partial<TrackPoint> = {}): TrackPoint => ({
  seq,
  segment: 0,
  t: seconds === null ? null : START + seconds * 1000,
  latitude: 52 + seq / 1000,
  longitude: 5,
  elevation_m: null,
  accuracy_m: 5,
  speed_mps: null,
  source: 'gps',
  ...change,
});

/** Two parts, with a pause of an hour between them. */
const PIECES = trackPieces([
  point(0, 0),
  point(1, 100),
  point(2, null),
  point(3, 200),
  point(4, 3800, { segment: 1 }),
  point(5, 3900, { segment: 1 }),
]);

const photo = (taken_time: string | null, taken_second?: number): CameraTime => ({
  taken_on: '2026-05-09',
  taken_time,
  ...(taken_second === undefined ? {} : { taken_second }),
});
const match = (time: CameraTime, offset = 0) => matchPhoto(time, PIECES, { zone: 'Europe/Amsterdam', offset });

describe('photos on a track', () => {
  it('are between the two points around their time', () => {
    expect(match(photo('10:00', 50))).toEqual({ at: START + 50_000, place: { latitude: 52.0005, longitude: 5, uncertainty_m: 61 } });
    expect(match(photo('10:00', 0))).toMatchObject({ place: { latitude: 52, uncertainty_m: 5 } });
    // A point without a time is passed over.
    expect(match(photo('10:02', 30))).toMatchObject({ place: { latitude: 52.002 } });
  });

  it('are nowhere in a longer gap, and at the end of a part soon before or after it', () => {
    expect(match(photo('10:30'))).toEqual({ at: START + 1_800_000, fault: 'gap' });
    expect(match(photo('10:05', 20))).toMatchObject({ place: { latitude: 52.003, uncertainty_m: 173 } });
    expect(match(photo('10:05', 21))).toMatchObject({ fault: 'gap' });
    expect(match(photo('11:01', 20))).toMatchObject({ place: { latitude: 52.004 } });
    expect(match(photo('09:57'))).toMatchObject({ fault: 'before' });
    expect(match(photo('11:08'))).toMatchObject({ fault: 'after' });
    expect(match(photo(null))).toEqual({ at: null, fault: 'no_time' });
  });

  it('cross the antimeridian the short way', () => {
    const pieces = [[point(0, 0, { longitude: 179.9 }), point(1, 100, { longitude: -179.9 })]];
    const { place } = matchPhoto(photo('08:00', 75), pieces, { zone: 'UTC', offset: 0 }) as { place: { longitude: number } };
    expect(place.longitude).toBeCloseTo(-179.95, 6);
  });

  it('follow the clock of their camera', () => {
    expect(match(photo('09:00', 50), 3_600_000)).toMatchObject({ at: START + 50_000, place: { latitude: 52.0005 } });
    expect(match(photo('10:00', 50), -3_600_000)).toMatchObject({ fault: 'before' });
    expect(cameraInstant(photo('10:00'), 'Europe/Amsterdam')).toBe(START);
  });

  it('show how far the camera is behind if one is of a clock, with or without seconds, and across midnight', () => {
    expect(offsetFromClock(photo('10:00', 10), '10:02:15')).toBe(125_000);
    expect(offsetFromClock(photo('10:00', 0), '9:59')).toBe(-60_000);
    expect(offsetFromClock(photo('23:59', 30), '00:01')).toBe(90_000);
    expect(offsetFromClock(photo('00:01'), '23:59')).toBe(-120_000);
    expect(offsetFromClock(photo('10:00'), '10.30')).toBe(1_800_000);
    expect(offsetFromClock(photo('10:00'), '25:00')).toBeNull();
    expect(offsetFromClock(photo('10:00'), 'noon')).toBeNull();
    expect(offsetFromClock(photo(null), '10:00')).toBeNull();
  });
});
