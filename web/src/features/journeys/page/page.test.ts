import type { TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { localObservation } from '../../species/testing/rows';
import { elevationProfile } from './OwnJourneyPage';
import { speciesRows } from './species-rows';

const point = (metresNorth: number, elevation_m: number | null): TrackPoint => ({
  seq: 0,
  segment: 0,
  t: null,
  latitude: metresNorth / 111_195,
  longitude: 0,
  elevation_m,
  accuracy_m: null,
  speed_mps: null,
  source: 'gps',
});

describe('the elevation profile', () => {
  it('has heights at equal distances, without single GPS errors', () => {
    const steps = Array.from({ length: 101 }, (_, at) => point(at * 10, at === 50 ? 900 : 100 + at));
    const profile = elevationProfile([steps])!;
    expect(profile.distance_m).toBeCloseTo(1000, -1);
    expect([profile.least, profile.most]).toEqual([101, 199]);
    expect(profile.heights).toHaveLength(121);
    expect(profile.heights[30]).toBeCloseTo(125, 0);
    expect(profile.heights[90]).toBeCloseTo(175, 0);
  });

  it('does not count the way across gaps', () => {
    const profile = elevationProfile([
      [point(0, 10), point(100, 10)],
      [point(5000, 20), point(5100, 20)],
    ])!;
    expect(profile.distance_m).toBeCloseTo(200, -1);
  });

  it('is absent without heights', () => {
    expect(elevationProfile([[point(0, null), point(1, null)]])).toBeNull();
    expect(elevationProfile([[point(0, 3), point(1, null)]])).toBeNull();
    expect(elevationProfile([])).toBeNull();
  });
});

describe('the species of a journey', () => {
  const seen = (taxon_id: number, observed_time: string, count: number | null = null) =>
    localObservation({ taxon_id, observed_on: '2026-05-09', observed_time, count });

  it('are in order of their first time, with the individuals of all records', () => {
    const rows = speciesRows([seen(1, '09:00', 2), seen(2, '08:30'), seen(1, '08:45', 3), seen(3, '08:50', 1), seen(3, '08:55')]);
    expect(rows.map(({ key, count, isAtLeast, first, records }) => [key, count, isAtLeast, first, records])).toEqual([
      ['2', null, false, '08:30', 1],
      ['1', 5, false, '08:45', 2],
      ['3', 1, true, '08:50', 2],
    ]);
    expect(rows[1]!.record.observed_time).toBe('08:45');
  });

  it('that were not found come last, unless another record found them', () => {
    const rows = speciesRows([seen(1, '08:00', 0), seen(2, '09:00', 1), seen(3, '08:00', 0), seen(3, '09:30', 4)]);
    expect(rows.map(({ key, count, isAbsent, first }) => [key, count, isAbsent, first])).toEqual([
      ['2', 1, false, '09:00'],
      ['3', 4, false, '09:30'],
      ['1', 0, true, null],
    ]);
  });

  it('may have only a typed name, and none without any', () => {
    const record = (verbatim_name: string) => localObservation({ verbatim_name, observed_on: '2026-05-09' });
    const photo = { id: crypto.randomUUID(), sha256: 'a'.repeat(64), type: 'image/jpeg' as const, width: 4, height: 3, order: 0 };
    const rows = speciesRows([record('Some gull'), record('some gull '), localObservation({ observed_on: '2026-05-09', media: [photo] })]);
    expect(rows.map(({ records, first }) => [records, first])).toEqual([[2, null]]);
  });
});
