import { randomUUID } from 'node:crypto';
import type { JourneyWrite, TrackPoint } from '@veld/contract';

/** The body of a save: a finished walk near Utrecht that is not shared, with the properties in `change` replaced. */
export function journeyBody(change: Partial<JourneyWrite> = {}): JourneyWrite {
  return {
    name: 'Morning walk',
    protocol: 'travelling',
    target_groups: ['bird'],
    target_taxon_ids: [],
    complete_groups: [{ group: 'bird', is_complete: true }],
    companions: [{ user_id: null, name: 'Grandfather Ben' }],
    planned_duration_s: null,
    started_at: '2026-05-17T04:30:00.000Z',
    ended_at: '2026-05-17T06:30:00.000Z',
    time_zone: 'Europe/Amsterdam',
    location_id: null,
    effort: { duration_s: null, distance_m: null, area_ha: null, observers: null },
    sharing: 'none',
    notes: 'Fog until seven',
    trim: null,
    write_id: randomUUID(),
    ...change,
  };
}

interface Walk {
  /** The first `seq`. */
  from?: number;
  latitude?: number;
  longitude?: number;
  /** Degrees of latitude and longitude from one point to the next. */
  step?: readonly [number, number];
  segment?: number;
}

/** Points ten seconds apart, by default 11 m to the north each. */
export function journeyPoints(count: number, walk: Walk = {}): TrackPoint[] {
  const { from = 0, latitude = 52.09, longitude = 5.12, step = [0.0001, 0], segment = 0 } = walk;
  return Array.from({ length: count }, (_, at) => ({
    seq: from + at,
    segment,
    t: Date.UTC(2026, 4, 17, 4, 30) + 10_000 * (from + at),
    latitude: latitude + at * step[0],
    longitude: longitude + at * step[1],
    elevation_m: 3.2,
    accuracy_m: 6,
    speed_mps: 1.1,
    source: 'gps' as const,
  }));
}
