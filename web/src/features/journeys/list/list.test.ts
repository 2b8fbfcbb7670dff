import { describe, expect, it } from 'vitest';
import type { LocalJourney } from '../../../local/db/rows';
import { newId } from '../../../local/db/ids';
import { localObservation } from '../../species/testing/rows';
import { journeyContent } from '../testing/journeys';
import { monthAfter, monthGrid } from './CalendarView';
import { type EntryFilter, listEntries } from './entries';
import type { TrackSummary } from './summaries';
import { throughYears, sumEntries } from './totals';

const journey = (started_at: string, change: Partial<LocalJourney> = {}): LocalJourney => ({
  ...journeyContent({ started_at, ended_at: started_at }),
  id: newId(),
  version: 1,
  base: null,
  write_id: null,
  sent_seq: -1,
  server_points: 0,
  paused_at: null,
  paused_ms: 0,
  is_reviewed: true,
  deleted: 0,
  ...change,
});

const ALL: EntryFilter = { protocol: null, place: null, group: null, isInPeriod: () => true };
const bird = (taxon_id: number, observed_on: string, journey_id: string | null = null) => {
  const record = localObservation({ taxon_id, observed_on, journey_id });
  record.taxon = { id: taxon_id, name: 'Bird', scientific_name: `Avis ${taxon_id}`, rank: 'species', group: 'bird', image_url: null };
  return record;
};

describe('the list of journeys', () => {
  // 23:30 UTC is the next day in Amsterdam.
  const late = journey('2026-05-08T23:30:00Z', { name: 'late' });
  const noon = journey('2026-05-09T10:00:00Z', { name: 'noon', protocol: 'transect', location_id: newId() });
  const old = journey('2025-01-02T10:00:00Z', { name: 'old', target_groups: ['plant'] });
  const records = [
    bird(1, '2026-05-09', late.id),
    bird(1, '2026-05-09', noon.id),
    bird(2, '2026-05-09', noon.id),
    bird(3, '2026-05-09'),
    // Of a journey that is not on this device.
    bird(4, '2026-05-01', newId()),
  ];
  const names = (filter: Partial<EntryFilter> = {}) =>
    listEntries([noon, late, old], records, { ...ALL, ...filter }).map((entry) =>
      entry.kind === 'journey' ? entry.journey.name : entry.day,
    );

  it('has the latest first, by the day of the place, and the days of other records', () => {
    expect(names()).toEqual(['noon', 'late', '2026-05-09', '2026-05-01', 'old']);
  });

  it('is narrowed by period, protocol, place and group', () => {
    expect(names({ isInPeriod: (day) => day === '2026-05-09' })).toEqual(['noon', 'late', '2026-05-09']);
    expect(names({ protocol: 'transect' })).toEqual(['noon']);
    expect(names({ place: noon.location_id })).toEqual(['noon']);
    expect(names({ group: 'plant' })).toEqual(['old']);
    expect(names({ group: 'bird' })).toEqual(['noon', 'late', '2026-05-09', '2026-05-01']);
  });

  const summary = (duration_s: number, distance_m: number): TrackSummary => ({ duration_s, distance_m, lines: [], isUnsent: false });

  it('sums up journeys only, and each species once', () => {
    const entries = listEntries([noon, late, old], records, ALL);
    const summaries = new Map([
      [noon.id, summary(3600, 2000)],
      [late.id, summary(1800, 500)],
    ]);
    const sum = { journeys: 3, seconds: 5400, metres: 2500, records: 3, species: 2, complete: 0 };
    expect(sumEntries(entries, summaries)).toEqual({ ...sum, isMeasured: false });
    expect(sumEntries(entries, new Map([...summaries, [old.id, summary(0, 0)]]))).toEqual({ ...sum, isMeasured: true });
  });

  it('compares years month by month', () => {
    const may = journey('2026-05-01T10:00:00Z', { complete_groups: [{ group: 'bird', is_complete: true }] });
    const entries = listEntries([may, noon, old], [], ALL);
    const summaries = new Map([
      [may.id, summary(7200, 0)],
      [noon.id, summary(3600, 4000)],
    ]);
    expect(throughYears(entries, summaries, 'hours')).toEqual([
      { year: '2026', months: [0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3] },
      { year: '2025', months: Array.from({ length: 12 }, () => 0) },
    ]);
    expect(throughYears(entries, summaries, 'journeys').map(({ months }) => [months[0], months[11]])).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(throughYears(entries, summaries, 'distance')[0]!.months[11]).toBe(4);
    expect(throughYears(entries, summaries, 'complete')[0]!.months[4]).toBe(1);
  });
});

describe('the calendar', () => {
  it('has whole weeks from Monday', () => {
    const weeks = monthGrid('2026-05');
    expect([weeks.length, weeks[0]![0], weeks[0]![4], weeks.at(-1)!.at(-1)]).toEqual([5, '2026-04-27', '2026-05-01', '2026-05-31']);
    expect(monthGrid('2027-02')).toHaveLength(4);
    expect(monthGrid('2026-08').map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it('steps from month to month, also over the end of a year', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-02', 1), monthAfter('2026-03', -1)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-03',
      '2026-02',
    ]);
  });
});
