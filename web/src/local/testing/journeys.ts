import type { TrackPoint } from '@veld/contract';
import type { JourneyStart } from '../records/journeys/journeys';

export function journeyStart(change: Partial<JourneyStart> = {}): JourneyStart {
  return {
    name: 'Morning journey',
    protocol: 'travelling',
    target_groups: ['bird'],
    target_taxon_ids: [],
    companions: [],
    planned_duration_s: null,
    location_id: null,
    time_zone: 'Europe/Amsterdam',
    ...change,
  };
}

/** Points ten seconds apart and 11 m to the north each, from a `seq` on. */
export function trackPoints(count: number, from = 0, startedAt = Date.parse('2026-05-10T08:00:00Z')): TrackPoint[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: from + at,
    segment: 0,
    t: startedAt + 10_000 * (from + at),
    latitude: Number((52.09 + 0.0001 * (from + at)).toFixed(7)),
    longitude: 5.12,
    elevation_m: 3.2,
    accuracy_m: 6,
    speed_mps: 1.1,
    source: 'gps' as const,
  }));
}
