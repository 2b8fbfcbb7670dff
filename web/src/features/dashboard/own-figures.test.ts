import { addDays } from '@veld/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractFact } from '../../local/db/facts';
import type { LocalFact, LocalObservation } from '../../shared/records/own';
import { selectOwnRecords } from '../profile/own-records';
import { speciesIn } from '../species/species-count';
import { pickLikely, timeOfDay, weekStreak } from './own-figures';

const on = (observed_on: string | null, taxon_id: number | null = 1, count: number | null = null) =>
  extractFact({
    id: 'x',
    observed_on,
    taxon_id,
    taxon: null,
    count,
    latitude: 52,
    media: [],
    attributes: {},
    deleted: 0,
  } as unknown as LocalObservation)!;

const figuresOfYear = (records: LocalFact[], today: string) => ({
  records: selectOwnRecords(records, { period: 'this_year', since: null }, today).records.length,
  species: speciesIn(records, { country: null, period: 'this_year', today }, new Map()),
});

// 2026-05-13 is a Wednesday; its week began on Monday the 11th.
const TODAY = '2026-05-13';

describe('weeks in a row', () => {
  it('include this week and those before it, however many records each has', () => {
    expect(weekStreak([on('2026-05-12'), on('2026-05-11'), on('2026-05-10'), on('2026-04-27')], TODAY).weeks).toBe(3);
  });

  it('do not end while this week is empty, but end after a whole empty week', () => {
    expect(weekStreak([on('2026-05-10'), on('2026-05-03')], TODAY).weeks).toBe(2);
    expect(weekStreak([on('2026-05-03'), on('2026-04-26')], TODAY).weeks).toBe(0);
  });

  it('continue across new year', () => {
    expect(weekStreak([on('2026-01-01'), on('2025-12-28'), on('2025-12-21')], '2026-01-02').weeks).toBe(3);
  });

  it('include only dates within one week: no months, ticks or invalid dates', () => {
    expect(weekStreak([on('2026-05'), on(null), on('someday')], TODAY).weeks).toBe(0);
    expect(weekStreak([on('2026-05-11/2026-05-13')], TODAY).weeks).toBe(1);
    expect(weekStreak([on('2026-05-10/2026-05-11')], TODAY).weeks).toBe(0);
  });
});

describe('the weeks in a row of any records', () => {
  /** The seven days of the week that is so many weeks before today's. */
  const weekBefore = (weeks: number) => Array.from({ length: 7 }, (_, day) => addDays('2026-05-11', day - 7 * weeks));

  it('are those with a find on one of their days, counted back one by one', () => {
    const find = fc.record({ ago: fc.integer({ min: -3, max: 40 }), isAbsent: fc.boolean() });
    const property = fc.property(fc.array(find, { maxLength: 40 }), fc.integer({ min: 0, max: 6 }), (finds, weekday) => {
      const today = weekBefore(0)[weekday]!;
      const days = finds.flatMap(({ ago, isAbsent }) => (isAbsent ? [] : [addDays(today, -ago)]));
      const hasFind = (weeks: number) => weekBefore(weeks).some((day) => days.includes(day));
      const first = hasFind(0) ? 0 : 1;
      let end = first;
      while (hasFind(end)) end++;
      expect(
        weekStreak(
          finds.map(({ ago, isAbsent }) => on(addDays(today, -ago), 1, isAbsent ? 0 : null)),
          today,
        ),
      ).toEqual({ weeks: end - first, since: end > first ? weekBefore(end - 1)[0] : null });
    });
    fc.assert(property);
  });
});

describe('the records of the weeks in a row', () => {
  it('begin on the Monday of the first week, and are at least one in each week', () => {
    const records = [on('2026-05-12'), on('2026-05-04/2026-05-06'), on('2026-05-03'), on('2026-04-12')];
    const { weeks, since } = weekStreak(records, TODAY);
    expect([weeks, since]).toEqual([3, '2026-04-27']);
    expect(selectOwnRecords(records, { period: 'all', since }, TODAY).records).toEqual(records.slice(0, 3));
    expect(weekStreak([], TODAY)).toEqual({ weeks: 0, since: null });
  });
});

describe('an absence', () => {
  const absences = [on('2026-05-12', 1, 0), on('2026-05-05', 2, 0)];

  it('counts as a record of this year, but not as a species or a week', () => {
    expect(figuresOfYear(absences, TODAY)).toEqual({ records: 2, species: 0 });
    expect(weekStreak(absences, TODAY).weeks).toBe(0);
    expect(figuresOfYear([...absences, on('2026-05-12', 2, 4)], TODAY)).toEqual({ records: 3, species: 1 });
    expect(weekStreak([...absences, on('2026-05-12', 2, 4)], TODAY).weeks).toBe(1);
  });
});

describe('a record of a higher taxon', () => {
  it('is a record of the year and part of a week, and no species', () => {
    const taxon = { id: 9, name: 'Oak', scientific_name: 'Quercus', rank: 'genus', group: 'tree' as const, image_url: null };
    const oak = { ...on('2026-05-12', 9), taxon };
    expect(figuresOfYear([oak, on('2026-05-12', 1)], TODAY)).toEqual({ records: 2, species: 1 });
    expect(weekStreak([oak], TODAY).weeks).toBe(1);
  });
});

describe('the figures of this year', () => {
  it('include each record, and each species once', () => {
    const records = [on('2026-01-01', 1), on('2026-05', 1), on('2026-05-02', 2), on('2025-12-31', 3), on('2026-03-03', null)];
    expect(figuresOfYear(records, TODAY)).toEqual({ records: 4, species: 2 });
  });

  it('exclude records without a date or reaching into another year', () => {
    expect(figuresOfYear([on(null), on('2025-12-30/2026-01-02')], TODAY)).toEqual({ records: 0, species: 0 });
  });
});

describe('likely species', () => {
  const taxon = (id: number, group: string) => ({ id, group });
  const common = [taxon(1, 'bird'), taxon(2, 'bird'), taxon(3, 'plant'), taxon(4, 'bird'), taxon(5, 'moss')];

  it('alternate groups, the commonest of each first', () => {
    expect(pickLikely(common, new Set()).map(({ id }) => id)).toEqual([1, 3, 5, 2, 4]);
    expect(pickLikely(common, new Set(), 2).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('never include seen species', () => {
    expect(pickLikely(common, new Set([1, 3])).map(({ id }) => id)).toEqual([2, 5, 4]);
    expect(pickLikely(common, new Set([1, 2, 3, 4, 5]))).toEqual([]);
  });
});

it('the greeting depends on the hour of the device', () => {
  expect([4, 5, 11, 12, 17, 18, 23].map(timeOfDay)).toEqual([
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});
