import { obscuredCell } from '@veld/contract';
import type { Box } from '@veld/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxArea } from '../../testing/projects.ts';
import { belongs, listReasons, matchGoals, type ProjectRules, type RecordFacts } from './belongs.ts';

const RULES: ProjectRules = {
  start_on: '2026-05-16',
  end_on: '2026-06-30',
  start_time: null,
  end_time: null,
  time_zone: 'Europe/Amsterdam',
  area: { type: 'worldwide' },
  taxon_ids: [],
  groups: [],
  goals: [],
  photo_required: false,
  required_fields: [],
  max_uncertainty_m: null,
  confirmed_only: false,
};
const RECORD: RecordFacts = {
  is_counted: true,
  observed_from: '2026-05-17',
  observed_to: '2026-05-17',
  observed_at: null,
  geoprivacy: 'open',
  public_latitude: 52.09,
  public_longitude: 5.12,
  public_uncertainty_m: null,
  public_country_code: 'NL',
  lineage: [1, 20, 300],
  taxon_group: 'bird',
  has_photo: false,
  fields: [],
  quality: 'needs_id',
};
const counts = (rules: Partial<ProjectRules>, record: Partial<RecordFacts> = {}) =>
  belongs({ ...RULES, ...rules }, { ...RECORD, ...record });
const around = (latitude: number, longitude: number, half: number): Box => ({
  west: longitude - half,
  south: latitude - half,
  east: longitude + half,
  north: latitude + half,
});
describe('a record belongs to a project', () => {
  it('if all of its days are within it', () => {
    expect(counts({})).toBe(true);
    expect(counts({ start_on: '2026-05-18' })).toBe(false);
    expect(counts({}, { observed_from: '2026-05-15' })).toBe(false);
    expect(counts({}, { observed_to: '2026-07-01' })).toBe(false);
    expect(counts({}, { observed_from: null, observed_to: null })).toBe(false);
  });

  it('where the project begins and ends at a time of day, by its instant; without a time, only on whole days', () => {
    // From Saturday noon to Monday noon.
    const weekend = { start_on: '2026-05-16', start_time: '12:00', end_on: '2026-05-18', end_time: '12:00' };
    const on = (day: string, at: string | null) =>
      counts(weekend, { observed_from: day, observed_to: day, observed_at: at === null ? null : new Date(at) });
    expect(on('2026-05-16', '2026-05-16T11:59:00+02:00')).toBe(false);
    expect(on('2026-05-16', '2026-05-16T12:00:00+02:00')).toBe(true);
    expect(on('2026-05-18', '2026-05-18T11:59:00+02:00')).toBe(true);
    expect(on('2026-05-18', '2026-05-18T12:00:00+02:00')).toBe(false);
    expect(['2026-05-16', '2026-05-17', '2026-05-18'].map((day) => on(day, null))).toEqual([false, true, false]);
    expect(counts(weekend, { observed_from: '2026-05-16', observed_to: '2026-05-17' })).toBe(false);
    // Auckland has the next day already.
    expect(on('2026-05-19', '2026-05-18T13:00:00Z')).toBe(false);
    expect(on('2026-05-18', '2026-05-18T09:59:00Z')).toBe(true);
    expect(counts({ ...weekend, end_time: null }, { observed_from: '2026-05-18', observed_to: '2026-05-18' })).toBe(true);
    expect(counts({ ...weekend, start_time: null }, { observed_from: '2026-05-16', observed_to: '2026-05-16' })).toBe(true);
  });

  it('if it hides its place, never by its time of day', () => {
    const may = { start_on: '2026-05-01', end_on: '2026-05-31' };
    for (const geoprivacy of ['obscured', 'private'] as const)
      for (const observed_at of [null, new Date('2026-05-17T10:00:00Z')]) {
        expect(counts(may, { geoprivacy, observed_at })).toBe(true);
        expect(counts({ ...may, start_time: '08:00' }, { geoprivacy, observed_at })).toBe(false);
        expect(counts({ ...may, end_time: '22:00' }, { geoprivacy, observed_at })).toBe(false);
        expect(counts({ start_on: '2026-04-30', start_time: '08:00', end_on: '2026-05-31' }, { geoprivacy, observed_at })).toBe(true);
      }
  });

  it('if it hides its place, only by its months', () => {
    const june = { observed_from: '2026-06-05', observed_to: '2026-06-05' };
    for (const geoprivacy of ['obscured', 'private'] as const) {
      expect(counts({}, { geoprivacy })).toBe(false);
      expect(counts({}, { geoprivacy, ...june })).toBe(true);
      expect(counts({ start_on: '2026-06-01' }, { geoprivacy, ...june })).toBe(true);
      expect(counts({ end_on: '2026-06-29' }, { geoprivacy, ...june })).toBe(false);
      expect(
        counts({ start_on: '0099-02-01', end_on: '0099-02-28' }, { geoprivacy, observed_from: '0099-02-03', observed_to: '0099-02-03' }),
      ).toBe(true);
    }
  });

  it('if its public place is in the area, and a private place in none but the world', () => {
    const cell = obscuredCell(52.09, 5.12);
    const [box, part] = [around(52.09, 5.12, 1), { ...cell, west: cell.west + 0.001 }];
    const hidden = {
      geoprivacy: 'obscured',
      public_latitude: cell.latitude,
      public_longitude: cell.longitude,
      observed_from: '2026-06-01',
      observed_to: '2026-06-02',
    } as const;
    expect(counts({ area: { type: 'countries', countries: ['BE', 'NL'] } })).toBe(true);
    expect(counts({ area: { type: 'countries', countries: ['BE'] } })).toBe(false);
    expect(counts({ area: boxArea(box) })).toBe(true);
    expect(counts({ area: boxArea(around(52.09, 6.5, 1)) })).toBe(false);
    expect(counts({ area: boxArea(box, around(52.09, 5.12, 0.1)) })).toBe(false);
    expect(counts({ area: boxArea(box) }, hidden)).toBe(true);
    expect(counts({ area: boxArea(part) }, hidden)).toBe(false);
    const secret = { ...hidden, geoprivacy: 'private', public_latitude: null, public_longitude: null, public_country_code: null } as const;
    expect(counts({}, secret)).toBe(true);
    expect(counts({ area: { type: 'countries', countries: ['NL'] } }, secret)).toBe(false);
    expect(counts({ area: boxArea({ west: -180, south: -90, east: 180, north: 90 }) }, secret)).toBe(false);
  });

  it('if its taxon is one of the project, or below one, or in one of its groups', () => {
    expect(counts({ taxon_ids: [20] })).toBe(true);
    expect(counts({ taxon_ids: [300, 7] })).toBe(true);
    expect(counts({ taxon_ids: [7] })).toBe(false);
    expect(counts({ groups: ['moss'] })).toBe(false);
    expect(counts({ groups: ['moss', 'bird'] })).toBe(true);
    expect(counts({ groups: ['moss'], taxon_ids: [20] })).toBe(true);
    expect(counts({ groups: ['bird'] }, { lineage: [], taxon_group: null })).toBe(false);
  });

  it('if it has a photo and is confirmed where the project asks for it', () => {
    expect(counts({ photo_required: true })).toBe(false);
    expect(counts({ photo_required: true }, { has_photo: true })).toBe(true);
    expect(counts({ required_fields: ['count', 'sex'] }, { fields: ['count', 'notes'] })).toBe(false);
    expect(counts({ required_fields: ['count', 'sex'] }, { fields: ['count', 'sex'] })).toBe(true);
    expect(counts({ max_uncertainty_m: 50 })).toBe(false);
    expect(counts({ max_uncertainty_m: 50 }, { public_uncertainty_m: 50.5 })).toBe(false);
    expect(counts({ max_uncertainty_m: 50 }, { public_uncertainty_m: 50 })).toBe(true);
    expect(counts({ confirmed_only: true })).toBe(false);
    expect(counts({ confirmed_only: true }, { quality: 'confirmed' })).toBe(true);
    expect(counts({}, { is_counted: false })).toBe(false);
  });

  it('and counts for those of its goals that are about its taxon or its group', () => {
    const taxon = (taxon_id: number) => ({ kind: 'taxon', target: 1, taxon_id }) as const;
    const goals = [{ kind: 'records', target: 9 }, taxon(20), taxon(21), { kind: 'group', target: 1, group: 'bird' }, taxon(300)] as const;
    expect(matchGoals(goals, RECORD)).toBe(0b11010);
    expect(matchGoals(goals, { lineage: [], taxon_group: null })).toBe(0);
  });

  it('or else says why not, for a record of its days, taxa and area', () => {
    const reasons = (rules: Partial<ProjectRules>, record: Partial<RecordFacts> = {}) =>
      listReasons({ ...RULES, ...rules }, { ...RECORD, ...record });
    const weekend = { start_on: '2026-05-17', start_time: '12:00', end_on: '2026-05-18' };
    expect(reasons({})).toEqual([]);
    expect(reasons(weekend)).toEqual(['no_time']);
    expect(reasons(weekend, { observed_at: new Date('2026-05-17T08:00:00Z') })).toEqual(['outside_hours']);
    expect(reasons({ photo_required: true, confirmed_only: true })).toEqual(['no_photo', 'unconfirmed']);
    expect(reasons({ photo_required: true, required_fields: ['count', 'notes'], max_uncertainty_m: 9 }, { fields: ['notes'] })).toEqual([
      'no_photo',
      'no_count',
      'no_accuracy',
    ]);
    expect(reasons({ photo_required: true }, { geoprivacy: 'private' })).toEqual(['hidden', 'no_photo']);
    expect(reasons({ area: boxArea(around(52.09, 5.12, 0.01)) }, { geoprivacy: 'obscured', observed_from: '2026-06-02' })).toEqual([
      'hidden',
    ]);
    // What has nothing to do with the project is not listed.
    expect(reasons({ photo_required: true, groups: ['moss'] })).toEqual([]);
    expect(reasons({ photo_required: true, start_on: '2026-05-18' })).toEqual([]);
    expect(reasons({ photo_required: true, area: boxArea(around(10, 10, 1)) })).toEqual([]);
    expect(reasons({ photo_required: true, area: boxArea(around(10, 10, 1)) }, { geoprivacy: 'obscured' })).toEqual([]);
    expect(reasons({ photo_required: true }, { is_counted: false })).toEqual([]);
  });

  it('whatever the project, by nothing that others may not know of a hidden record', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((value) => String(value).padStart(2, '0'));
    const degrees = fc.double({ min: 0.001, max: 0.3, noNaN: true });
    const hour = fc.constantFrom(null, '00:30', '12:00', '23:30');
    const project = fc.record({ from: day, to: day, start: hour, end: hour, half: degrees, shift: degrees, isMonth: fc.boolean() });
    const shownAs = fc.constantFrom('obscured' as const, 'private' as const);
    fc.assert(
      fc.property(
        project,
        shownAs,
        day,
        day,
        degrees,
        degrees,
        ({ from, to, start, end, half, shift, isMonth }, geoprivacy, one, other, x, y) => {
          // Two records that look the same to others: in one cell, in one month.
          const cell = obscuredCell(52.05, 5.05);
          const factsOf = (at: string): RecordFacts => ({
            ...RECORD,
            geoprivacy,
            observed_from: `2026-06-${at}`,
            observed_to: `2026-06-${at}`,
            observed_at: new Date(`2026-06-${at}T12:00:00Z`),
            ...(geoprivacy === 'private'
              ? { public_latitude: null, public_longitude: null, public_country_code: null }
              : { public_latitude: cell.latitude, public_longitude: cell.longitude }),
          });
          const rules: Partial<ProjectRules> = {
            start_on: isMonth ? '2026-06-01' : `2026-06-${from}`,
            end_on: isMonth ? '2026-06-30' : `2026-07-${to}`,
            start_time: start,
            end_time: end,
            area: boxArea(around(52.05 + x - shift, 5.05 + y - shift, half)),
          };
          expect(counts(rules, factsOf(one))).toBe(counts(rules, factsOf(other)));
        },
      ),
    );
  });
});
