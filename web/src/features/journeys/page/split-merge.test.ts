import { type JourneyContent, JourneyWrite, type TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { mergeJourneys, splitJourney } from './split-merge';

const START = Date.UTC(2026, 4, 9, 8);
const iso = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

const journey = (change: Partial<JourneyContent> = {}): JourneyContent => ({
  name: 'Walk',
  protocol: 'travelling',
  target_groups: ['bird'],
  target_taxon_ids: [],
  complete_groups: [{ group: 'bird', is_complete: true }],
  companions: [],
  planned_duration_s: 3600,
  started_at: iso(0),
  ended_at: iso(60),
  time_zone: 'Europe/Amsterdam',
  location_id: null,
  effort: { duration_s: 3000, distance_m: 4000, area_ha: null, observers: 2 },
  sharing: 'full',
  notes: 'Rain',
  trim: null,
  ...change,
});

const track = (segments: readonly number[], from = 0): TrackPoint[] =>
  segments.map((segment, at) => ({
    seq: from + at,
    segment,
    t: START + (from + at) * 60_000,
    latitude: 52 + at / 100,
    longitude: 5,
    elevation_m: null,
    accuracy_m: null,
    speed_mps: null,
    source: 'gps',
  }));

const isValid = (content: JourneyContent) => JourneyWrite.safeParse({ ...content, write_id: crypto.randomUUID() }).success;

describe('a journey split in two', () => {
  const points = track([0, 0, 1, 1, 2], 10);

  it('keeps its points before, and has the others as a journey of their own', () => {
    const halves = splitJourney(journey(), points, 12, 'Walk 2')!;
    expect(halves.first).toMatchObject({ name: 'Walk', started_at: iso(0), ended_at: iso(11), trim: { from_seq: 10, to_seq: 11 } });
    expect(halves.second).toMatchObject({ name: 'Walk 2', started_at: iso(12), ended_at: iso(60), trim: null });
    expect(halves.points.map(({ seq, segment, t }) => [seq, segment, t])).toEqual([
      [0, 0, points[2]!.t],
      [1, 0, points[3]!.t],
      [2, 1, points[4]!.t],
    ]);
    // What was corrected was corrected for the whole.
    for (const half of [halves.first, halves.second]) {
      expect(half.effort).toEqual({ duration_s: null, distance_m: null, area_ha: null, observers: 2 });
      expect(isValid(half)).toBe(true);
    }
  });

  it('is not split where one half would be empty', () => {
    expect(splitJourney(journey(), points, 10, 'x')).toBeNull();
    expect(splitJourney(journey(), points, 15, 'x')).toBeNull();
  });

  it('has times also if its points have none', () => {
    const untimed = points.map((point) => ({ ...point, t: null }));
    const { first, second } = splitJourney(journey(), untimed, 12, 'x')!;
    expect([first.ended_at, second.started_at]).toEqual([iso(15), iso(30)]);
  });
});

describe('two journeys merged', () => {
  const morning = journey({ notes: 'Rain', companions: [{ user_id: null, name: 'Bram' }] });
  const evening = journey({
    name: 'Evening',
    started_at: iso(600),
    ended_at: iso(660),
    sharing: 'none',
    notes: 'Sun',
    target_groups: ['bird', 'plant'],
    complete_groups: [
      { group: 'bird', is_complete: true },
      { group: 'plant', is_complete: true },
    ],
    companions: [
      { user_id: null, name: 'bram' },
      { user_id: null, name: 'Chen' },
    ],
    trim: { from_seq: 5, to_seq: 9 },
  });

  it('are in order of time, in whatever order they were chosen', () => {
    const inOrder = mergeJourneys({ journey: morning, points: track([0, 0]) }, { journey: evening, points: track([0, 1], 600) });
    const reversed = mergeJourneys({ journey: evening, points: track([0, 1], 600) }, { journey: morning, points: track([0, 0]) });
    expect(reversed).toEqual(inOrder);
    expect(inOrder.journey).toMatchObject({ name: 'Walk', started_at: iso(0), ended_at: iso(660), notes: 'Rain\n\nSun', trim: null });
    expect(inOrder.points.map(({ seq, segment }) => [seq, segment])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(isValid(inOrder.journey)).toBe(true);
  });

  it('show others no more than before, and are complete only where both are', () => {
    const { journey: merged } = mergeJourneys({ journey: morning, points: [] }, { journey: evening, points: [] });
    expect(merged.sharing).toBe('none');
    expect(merged.complete_groups).toEqual([
      { group: 'bird', is_complete: true },
      { group: 'plant', is_complete: false },
    ]);
    expect(merged.target_groups).toEqual(['bird', 'plant']);
    expect(merged.companions.map(({ name }) => name)).toEqual(['bram', 'Chen']);
    expect(merged.effort.duration_s).toBeNull();
  });
});
