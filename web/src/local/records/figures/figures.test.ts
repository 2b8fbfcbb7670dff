import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counted, makeFact } from '../../testing/facts';
import { accumulation, sampledCurve } from './accumulation';
import { recordsByHour, recordsByMonth, computeFigures, findExtremes, countryShares, groupShares, townShares } from './compute';
import { type CountedRecord, countedRecord, pickMonth, pickYear } from './select-records';
import { firstSeen, monthsBetween, newSpeciesByMonth } from './first-seen';
import { computePhenology } from './phenology';
import { speciesThroughYear, yearFigures } from './years';

const utrecht = { name: 'Utrecht', names: {}, country_code: 'NL' };

describe('what a record counts for', () => {
  it('is its species, but not for an absence, a higher taxon or a record without one', () => {
    const speciesOf = new Map([[3, 1]]);
    const of = (change: Parameters<typeof makeFact>[0]) => countedRecord(makeFact(change), speciesOf).species;
    expect(of({ taxon: 3, rank: 'subspecies' })).toBe(1);
    expect(of({ taxon: 2 })).toBe(2);
    expect(of({ isAbsence: true, count: 0 })).toBeNull();
    expect(of({ rank: 'genus' })).toBeNull();
    expect(of({ taxon: null })).toBeNull();
  });

  it('is a month or a year only if its date lies there as a whole', () => {
    const [day, month, year, crossing, inMonth] = counted(
      { on: '2026-05-03' },
      { on: '2026-05' },
      { on: '2026' },
      { on: '2025-12-31/2026-01-01' },
      { on: '2026-05-03/2026-05-09' },
    ).map(({ days }) => days);
    expect([day!, month!, inMonth!].map(pickMonth)).toEqual(['2026-05', '2026-05', '2026-05']);
    expect([year!, crossing!].map(pickMonth)).toEqual([null, null]);
    expect([year!, crossing!].map(pickYear)).toEqual(['2026', null]);
  });
});

describe('records by time', () => {
  it('are counted where their dates fit, and the others apart', () => {
    const records = counted({ on: '2026-05-03' }, { on: '2025-05' }, { on: '2025' }, { on: null }, { on: '2025-12-31' });
    const { counts, without } = recordsByMonth(records);
    expect([counts[4], counts[11], without]).toEqual([2, 1, 2]);
  });

  it('have no invented hour', () => {
    const { counts, without } = recordsByHour(counted({ hour: 0 }, { hour: 23 }, { hour: null }));
    expect([counts[0], counts[23], without]).toEqual([1, 1, 1]);
  });
});

describe('new species', () => {
  it('are new by the date that ends first, and of those the most precise', () => {
    const first = firstSeen(counted({ on: '2026' }, { on: '2026-12' }, { on: '2026-12-31' }, { on: '2027-01-01' }));
    expect(first.get(1)).toEqual({ from: '2026-12-31', to: '2026-12-31' });
  });

  it('are counted by month without gaps, those without a month apart', () => {
    const firsts = firstSeen(counted({ taxon: 1, on: '2025-11-03' }, { taxon: 2, on: '2026-01-01' }, { taxon: 3, on: '2025' }));
    expect(newSpeciesByMonth(firsts.values(), '2026-03-15')).toEqual({
      months: [
        { month: '2025-11', count: 1 },
        { month: '2025-12', count: 0 },
        { month: '2026-01', count: 1 },
        { month: '2026-02', count: 0 },
        { month: '2026-03', count: 0 },
      ],
      without: 1,
    });
    expect(monthsBetween([])).toEqual([]);
  });
});

describe('the accumulation curve', () => {
  it('counts a date of a month at its end, and leaves out what has no date', () => {
    const records = counted(
      { taxon: 1, on: '2026-05-03' },
      { taxon: 2, on: '2026-05' },
      { taxon: 1, on: '2026-05-04' },
      { taxon: 9, on: null },
    );
    expect(accumulation(records, '2026-05-31')).toEqual({
      points: [
        { day: '2026-05-03', records: 1, species: 1 },
        { day: '2026-05-04', records: 2, species: 1 },
        { day: '2026-05-31', records: 3, species: 2 },
      ],
      without: 1,
    });
  });

  it('ends today: a month that is not over counts today, and the curve goes on until then', () => {
    const records = counted({ taxon: 1, on: '2026-11-03' }, { taxon: 2, on: '2026-11' }, { taxon: 3, on: '2026' });
    expect(accumulation(records, '2026-11-28').points).toEqual([
      { day: '2026-11-03', records: 1, species: 1 },
      { day: '2026-11-28', records: 3, species: 3 },
    ]);
    expect(accumulation(records.slice(0, 1), '2026-11-28').points.at(-1)).toEqual({ day: '2026-11-28', records: 1, species: 1 });
    expect(accumulation([], '2026-11-28').points).toEqual([]);
  });

  it('is sampled by time or by records', () => {
    const { points } = accumulation(
      counted({ taxon: 1, on: '2026-05-01' }, { taxon: 2, on: '2026-05-05' }, { taxon: 3, on: '2026-05-05' }),
      '2026-05-05',
    );
    expect(sampledCurve(points, 'time', 2).map(({ day, species }) => [day, species])).toEqual([
      ['2026-05-01', 1],
      ['2026-05-03', 1],
      ['2026-05-05', 3],
    ]);
    expect(sampledCurve(points, 'records', 3).map(({ records, species }) => [records, species])).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [3, 3],
    ]);
  });
});

describe('shares', () => {
  it('count records and species of each part, most records first', () => {
    const records = counted(
      { taxon: 1, country_code: 'NL', town: utrecht },
      { taxon: 1, country_code: 'NL', town: { ...utrecht } },
      { taxon: 2, country_code: 'BE', group: 'moss', isAbsence: true },
      { taxon: null, country_code: null },
    );
    expect(countryShares(records)).toEqual([
      { key: 'NL', records: 2, species: 1 },
      { key: 'BE', records: 1, species: 0 },
      { key: null, records: 1, species: 0 },
    ]);
    expect(townShares(records)).toEqual([
      { key: utrecht, records: 2, species: 1 },
      { key: null, records: 2, species: 0 },
    ]);
    expect(groupShares(records).map(({ key }) => key)).toEqual(['bird', 'moss', null]);
  });
});

describe('years', () => {
  it('have their records, species, days and new species', () => {
    const records = counted(
      { taxon: 1, on: '2025-06-01' },
      { taxon: 1, on: '2026-05-03' },
      { taxon: 2, on: '2026-05-03' },
      { taxon: 3, on: '2026' },
      { on: null },
    );
    expect(yearFigures(records, firstSeen(records).values())).toEqual({
      years: [
        { year: '2026', records: 3, species: 3, newSpecies: 2, days: 1 },
        { year: '2025', records: 1, species: 1, newSpecies: 1, days: 1 },
      ],
      without: 1,
    });
  });

  it('are compared by the species until the end of each month', () => {
    const records = counted(
      { taxon: 1, on: '2026-02-01' },
      { taxon: 1, on: '2026-03-01' },
      { taxon: 2, on: '2026' },
      { taxon: 3, on: '2025-01-01' },
    );
    expect(speciesThroughYear(records, '2026')).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });
});

describe('the months of a species', () => {
  it('have the earliest and the latest day of any year, and the highest count', () => {
    const records = counted(
      { on: '2025-04-20', count: 3 },
      { on: '2025-10-30' },
      { on: '2026-05-03', count: 12 },
      { on: '2026-03-01' },
      { on: '2026-09' },
      { on: '2026' },
      { taxon: 2, on: '2026-01-01', count: 99 },
      { on: '2026-01-02', isAbsence: true, count: 0 },
    );
    const { years, earliest, latest, highest, without } = computePhenology(records, 1);
    expect(years.map(({ year, months, first, last, highest: most }) => [year, months[3], months[4], months[8], first, last, most])).toEqual(
      [
        ['2026', 0, 1, 1, '2026-03-01', '2026-05-03', 12],
        ['2025', 1, 0, 0, '2025-04-20', '2025-10-30', 3],
      ],
    );
    expect([earliest, latest, highest?.count, without]).toEqual(['2026-03-01', '2025-10-30', 12, 1]);
  });
});

describe('what stands out', () => {
  it('is found among present taxa with a day', () => {
    const records = counted(
      { taxon: 1, on: '2024-01-01', isAbsence: true, count: 0 },
      { taxon: 1, on: '2024' },
      { taxon: 1, on: '2025-01-01', count: 5 },
      { taxon: 2, on: '2026-05-03' },
      { taxon: 3, on: '2026-05-03', count: 400 },
      { taxon: 3, on: '2026-04-03' },
    );
    const { earliest, latest, highest, richest, commonest } = findExtremes(records);
    expect([earliest?.days?.from, latest?.days?.from, highest?.count]).toEqual(['2025-01-01', '2026-05-03', 400]);
    expect(richest).toEqual({ day: '2026-05-03', species: 2 });
    expect(commonest?.records).toBe(2);
  });
});

const date = fc.constantFrom(null, '2024', '2025', '2025-06', '2025-06-30', '2025-07-01', '2025-12-31/2026-01-02', '2026-02-28', '2026-03');
const fact = fc
  .record({
    taxon: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
    on: date,
    hour: fc.option(fc.integer({ min: 0, max: 23 }), { nil: null }),
    isAbsence: fc.boolean(),
    country_code: fc.constantFrom(null, 'NL', 'BE'),
    group: fc.constantFrom('bird' as const, 'moss' as const),
  })
  .map((change) => makeFact(change));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const distinct = (records: readonly CountedRecord[]) => new Set(records.flatMap(({ species }) => species ?? [])).size;
const filter = { country: null, place: null, group: null, period: 'all' as const, today: '2026-05-13' };
const compute = (facts: Parameters<typeof computeFigures>[0], change: Partial<Parameters<typeof computeFigures>[1]> = {}) =>
  computeFigures(facts, { ...filter, ...change }, new Map(), new AbortController().signal);

describe('all figures of a filter', () => {
  it('agree with each other, whatever the records are', async () => {
    const property = fc.asyncProperty(
      fc.array(fact, { maxLength: 60 }),
      fc.constantFrom('all' as const, 'previous_year' as const, 'this_year' as const),
      fc.constantFrom(null, 'NL'),
      async (facts, period, country) => {
        const { counted, figures } = await compute(facts, { period, country });
        const { records, ofAllTime } = counted;
        const { accumulation: curve, months, hours, groups, countries, towns, years, newSpecies, species } = figures;
        const total = records.length;
        expect([figures.records, figures.total]).toEqual([total, facts.length]);
        expect(sum(months.counts) + months.without).toBe(total);
        expect(sum(hours.counts) + hours.without).toBe(total);
        for (const shares of [groups, countries, towns]) expect(sum(shares.map((share) => share.records))).toBe(total);
        expect(sum(years.years.map((year) => year.records)) + years.without).toBe(total);
        expect(species).toBe(distinct(records));
        expect([figures.bySpecies.length, sum(figures.bySpecies.map((one) => one.records))]).toEqual([
          species,
          records.filter((one) => one.species !== null).length,
        ]);
        for (const { year, months: through } of figures.throughYears) expect(through).toEqual(speciesThroughYear(ofAllTime, year));
        for (const [index, point] of curve.points.entries()) {
          const before = curve.points[index - 1] ?? { day: '', records: 0, species: 0 };
          // The last one may only be today.
          const isMore = point.records > before.records || (index === curve.points.length - 1 && point.records === before.records);
          expect(point.day > before.day && isMore && point.species >= before.species).toBe(true);
        }
        const dated = records.filter(({ days }) => days);
        expect([curve.points.at(-1)?.records ?? 0, curve.points.at(-1)?.species ?? 0]).toEqual([dated.length, distinct(dated)]);
        expect(curve.without).toBe(total - dated.length);
        const isNew = sum(newSpecies.months.map(({ count }) => count)) + newSpecies.without;
        expect(isNew).toBeLessThanOrEqual(species);
        if (period === 'all') expect(isNew).toBe(distinct(dated));
        for (const { year, species: ofYear } of years.years) expect(speciesThroughYear(records, year).at(-1)).toBe(ofYear);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('are of the country, the group and the period', async () => {
    const facts = [
      makeFact({ taxon: 1, on: '2026-05-03', country_code: 'NL' }),
      makeFact({ taxon: 2, on: '2026-05', country_code: 'NL', group: 'moss' }),
      makeFact({ taxon: 3, on: '2025-05-03', country_code: 'BE' }),
      makeFact({ taxon: 4, on: null }),
      makeFact({ taxon: 5, on: '2026-05-31/2026-06-01' }),
    ];
    const taxa = async (change: Parameters<typeof compute>[1]) =>
      (await compute(facts, change)).counted.records.map(({ taxon_id: id }) => id);
    expect(await taxa({})).toEqual([1, 2, 3, 4, 5]);
    expect(await taxa({ country: 'NL' })).toEqual([1, 2]);
    expect(await taxa({ group: 'moss' })).toEqual([2]);
    expect(await taxa({ period: 'this_year' })).toEqual([1, 2, 5]);
    expect(await taxa({ period: 'this_month' })).toEqual([1, 2]);
    expect(await taxa({ period: 'this_week' })).toEqual([]);
  });

  it('call a species new only if it was not found before the period', async () => {
    const facts = [
      makeFact({ taxon: 1, on: '2020-05-03' }),
      makeFact({ taxon: 1, on: '2026-05-03' }),
      makeFact({ taxon: 2, on: '2026-05-04' }),
    ];
    const { newSpecies, years } = (await compute(facts, { period: 'this_year' })).figures;
    expect(newSpecies).toEqual({ months: [{ month: '2026-05', count: 1 }], without: 0 });
    expect(years.years).toEqual([{ year: '2026', records: 2, species: 2, newSpecies: 1, days: 2 }]);
  });

  it('stop when they are no longer wanted', async () => {
    const stop = new AbortController();
    const computing = computeFigures([makeFact()], filter, new Map(), stop.signal);
    stop.abort();
    await expect(computing).rejects.toThrow(/abort/i);
  });
});
