import type { TaxonGroup } from '@veld/contract';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { openUserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import type { LocalObservation } from '../../db/rows';
import { freshPerson, observer } from '../../testing/people';
import { saveObservation } from '../save-observation';
import type { Figures } from './compute';
import { StatisticsEngine } from './engine';
import type { Phenology } from './phenology';

/*
 * Figures as the worker gives them, from the stored facts of records, against plain sums over the records: a date is the list of all its
 * days, and each figure looks through all records again.
 */

const TODAY = '2026-05-13';
/** A subspecies and a merged id count for other species. */
const SPECIES_OF = [
  [3, 1],
  [8, 2],
] as const;
const TAXA: Record<number, { rank: string; group: TaxonGroup }> = {
  1: { rank: 'species', group: 'bird' },
  2: { rank: 'species', group: 'moss' },
  3: { rank: 'subspecies', group: 'bird' },
  4: { rank: 'genus', group: 'bird' },
  5: { rank: 'species', group: 'insect' },
  8: { rank: 'species', group: 'moss' },
};
const DATES = [
  '2024',
  '2024-12-31',
  '2025',
  '2025-06',
  '2025-06-30',
  '2025-07-01',
  '2025-12-31/2026-01-02',
  '2026-02-28',
  '2026-03',
  '2026-05-12',
];

interface Plain {
  taxon: number | null;
  on: string | null;
  time: string | null;
  count: number | null;
  country: string | null;
}

const record = fc.record<Plain>({
  taxon: fc.constantFrom(null, ...Object.keys(TAXA).map(Number)),
  on: fc.constantFrom(null, ...DATES),
  time: fc.constantFrom(null, '00:10', '06:40', '23:59'),
  count: fc.constantFrom(null, 0, 1, 7, 40),
  country: fc.constantFrom(null, 'NL', 'BE'),
});

const daysOf = (on: string | null): readonly string[] => (on === null ? [] : DAYS.get(on)!);
const DAYS = new Map(DATES.map((on) => [on, allDays(on)]));

/** All days of a date. */
function allDays(on: string): string[] {
  const [start, end] = on.includes('/') ? (on.split('/') as [string, string]) : [on, on];
  const days: string[] = [];
  for (let day = new Date(Date.UTC(2023, 11, 31)); day < new Date(Date.UTC(2027, 0, 2)); day = new Date(day.getTime() + 86_400_000)) {
    const text = day.toISOString().slice(0, 10);
    if (text.slice(0, start.length) >= start && text.slice(0, end.length) <= end) days.push(text);
  }
  return days;
}

const distinct = <T>(all: readonly T[]) => [...new Set(all)];
/** What all texts start with; null if they do not agree, or if there are none. */
const common = (texts: readonly string[], length: number) => {
  const starts = distinct(texts.map((text) => text.slice(0, length)));
  return starts.length === 1 ? starts[0]! : null;
};
const isAbsent = (one: Plain) => one.count === 0;
const isOfSpecies = (one: Plain) => one.taxon !== null && !isAbsent(one) && TAXA[one.taxon]!.rank !== 'genus';
const speciesOf = (one: Plain) => (isOfSpecies(one) ? (new Map<number, number>(SPECIES_OF).get(one.taxon!) ?? one.taxon) : null);
const species = (all: readonly Plain[]) => distinct(all.map(speciesOf).filter((id) => id !== null)).length;

/** The days of the record by which each species had been found: it ends first, and begins last. */
function firstDays(all: readonly Plain[]): (readonly string[])[] {
  const ids = distinct(all.map(speciesOf).filter((id) => id !== null));
  return ids.flatMap((id) => {
    const dates = all.filter((one) => speciesOf(one) === id && one.on !== null).map((one) => daysOf(one.on));
    const [first] = dates.toSorted((one, other) => one.at(-1)!.localeCompare(other.at(-1)!) || other[0]!.localeCompare(one[0]!));
    return first ? [first] : [];
  });
}

function countsOf(length: number, keys: readonly (number | null)[]) {
  return {
    counts: Array.from({ length }, (_, at) => keys.filter((key) => key === at).length),
    without: keys.filter((key) => key === null).length,
  };
}

const monthOf = (one: Plain) => common(daysOf(one.on), 7);
const hourOf = (one: Plain) => (daysOf(one.on).length === 1 && one.time !== null ? Number(one.time.slice(0, 2)) : null);

function plainFigures(
  all: readonly Plain[],
  { country, group, year }: { country: string | null; group: TaxonGroup | null; year: string | null },
) {
  const ofFilter = all.filter(
    (one) => (country === null || one.country === country) && (group === null || (one.taxon !== null && TAXA[one.taxon]!.group === group)),
  );
  const isIn = (days: readonly string[]) => year === null || common(days, 4) === year;
  const records = ofFilter.filter((one) => isIn(daysOf(one.on)));
  const firsts = firstDays(ofFilter).filter(isIn);
  const dated = records.filter((one) => one.on !== null);
  const lastDay = year !== null && `${year}-12-31` < TODAY ? `${year}-12-31` : TODAY;
  const endOf = (one: Plain) => [daysOf(one.on).at(-1)!, lastDay].toSorted()[0]!;
  const ends = distinct([...dated.map(endOf), ...(dated.length > 0 ? [lastDay] : [])]).toSorted();
  const newMonths = firsts.map((days) => common(days, 7));
  const years = distinct(records.map((one) => common(daysOf(one.on), 4)).filter((one) => one !== null));
  return {
    total: all.length,
    records: records.length,
    species: species(records),
    days: distinct(
      records
        .map((one) => daysOf(one.on))
        .filter((days) => days.length === 1)
        .map(([day]) => day),
    ).length,
    accumulation: {
      points: ends.map((day) => {
        const until = dated.filter((one) => endOf(one) <= day);
        return { day, records: until.length, species: species(until) };
      }),
      without: records.length - dated.length,
    },
    months: countsOf(
      12,
      records.map((one) => (monthOf(one) === null ? null : Number(monthOf(one)!.slice(5)) - 1)),
    ),
    hours: countsOf(24, records.map(hourOf)),
    hoursByMonth: {
      months: Array.from({ length: 12 }, (_, month) => {
        const ofMonth = records.filter((one) => monthOf(one)?.slice(5) === String(month + 1).padStart(2, '0'));
        return countsOf(24, ofMonth.map(hourOf)).counts;
      }),
      // What has a time has a day, and so a month.
      without: records.filter((one) => hourOf(one) === null).length,
    },
    groups: distinct(records.map((one) => (one.taxon === null ? null : TAXA[one.taxon]!.group))).map((key) => {
      const ofGroup = records.filter((one) => (one.taxon === null ? null : TAXA[one.taxon]!.group) === key);
      return { key, records: ofGroup.length, species: species(ofGroup) };
    }),
    years: years
      .toSorted()
      .toReversed()
      .map((one) => {
        const ofYear = records.filter(({ on }) => common(daysOf(on), 4) === one);
        return {
          year: one,
          records: ofYear.length,
          species: species(ofYear),
          newSpecies: firsts.filter((days) => common(days, 4) === one).length,
          days: distinct(
            ofYear
              .map(({ on }) => daysOf(on))
              .filter((days) => days.length === 1)
              .map(([day]) => day),
          ).length,
        };
      }),
    newSpecies: {
      byMonth: distinct(newMonths.filter((month) => month !== null))
        .toSorted()
        .map((month) => ({ month, count: newMonths.filter((one) => one === month).length })),
      without: newMonths.filter((month) => month === null).length,
    },
    throughYears: distinct(ofFilter.map((one) => common(daysOf(one.on), 4)).filter((one) => one !== null))
      .toSorted()
      .toReversed()
      .map((one) => ({
        year: one,
        months: Array.from({ length: 12 }, (_, at) => {
          const end = `${one}-${String(at + 1).padStart(2, '0')}-31`;
          return species(ofFilter.filter(({ on }) => common(daysOf(on), 4) === one && daysOf(on).at(-1)! <= end));
        }),
      })),
  };
}

/** The figures of the worker in the form of the plain ones. */
function inPlainForm(figures: Figures) {
  const { total, records, accumulation, months, hours, groups, years, newSpecies, throughYears, days } = figures;
  const byMonth = newSpecies.months.filter(({ count }) => count > 0);
  const byKey = (one: { key: string | null }, other: { key: string | null }) => String(one.key).localeCompare(String(other.key));
  return {
    total,
    records,
    species: figures.species,
    days,
    accumulation,
    months,
    hours,
    hoursByMonth: figures.hoursByMonth,
    throughYears,
    groups: groups.toSorted(byKey),
    years: years.years,
    newSpecies: { byMonth, without: newSpecies.without },
  };
}

function plainPhenology(all: readonly Plain[], id: number) {
  const records = all.filter((one) => speciesOf(one) === id);
  const years = distinct(records.map((one) => monthOf(one)?.slice(0, 4) ?? null).filter((one) => one !== null));
  const most = (some: readonly Plain[]) => {
    const counts = some.map(({ count }) => count).filter((count) => count !== null);
    return counts.length > 0 ? Math.max(...counts) : null;
  };
  return {
    years: years
      .toSorted()
      .toReversed()
      .map((year) => {
        const ofYear = records.filter((one) => monthOf(one)?.startsWith(year));
        const singles = ofYear.map(({ on }) => daysOf(on)).filter((days) => days.length === 1);
        const ordered = singles.map(([day]) => day!).toSorted();
        return {
          year,
          months: countsOf(
            12,
            ofYear.map((one) => Number(monthOf(one)!.slice(5)) - 1),
          ).counts,
          first: ordered[0] ?? null,
          last: ordered.at(-1) ?? null,
          highest: most(ofYear),
        };
      }),
    highest: most(records),
    without: records.filter((one) => monthOf(one) === null).length,
  };
}

async function stored(all: readonly Plain[]) {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const sample = (await database.observations.get(
    await saveObservation(database, { verbatim_name: 'a wren' }, [], { user: observer(anna) }),
  ))!;
  await database.observations.clear();
  const rows = all.map(({ taxon, on, time, count, country }): LocalObservation => ({
    ...sample,
    id: newId(),
    taxon_id: taxon,
    taxon: taxon === null ? null : { id: taxon, name: `${taxon}`, scientific_name: `${taxon}`, ...TAXA[taxon]!, image_url: null },
    // A record of which nothing else is known would be a tick.
    notes: 'seen',
    observed_on: on,
    observed_time: time,
    count,
    country_code: country,
  }));
  await database.observations.bulkAdd(rows);
  return new StatisticsEngine({ database, onChange: () => undefined, batch: 7 });
}

it('the figures of any records are what plain sums over these records are', async () => {
  const property = fc.asyncProperty(
    fc.array(record, { maxLength: 40 }),
    fc.constantFrom(null, 'NL'),
    fc.constantFrom<TaxonGroup | null>(null, null, 'bird'),
    fc.constantFrom(['all', null] as const, ['this_year', '2026'] as const, ['previous_year', '2025'] as const),
    async (all, country, group, [period, year]) => {
      const engine = await stored(all);
      const question = { filter: { country, place: null, group, period, today: TODAY }, speciesOf: SPECIES_OF };
      const { signal } = new AbortController();
      const plain = plainFigures(all, { country, group, year });
      const byKey = (one: { key: string | null }, other: { key: string | null }) => String(one.key).localeCompare(String(other.key));
      const figures = await engine.answer({ kind: 'figures', ...question }, signal);
      expect(inPlainForm(figures)).toEqual({ ...plain, groups: plain.groups.toSorted(byKey) });
      if (country !== null || group !== null || year !== null) return;
      const { years, highest, without }: Phenology = await engine.answer({ kind: 'phenology', ...question, species: 1 }, signal);
      expect({ years, highest: highest?.count ?? null, without }).toEqual(plainPhenology(all, 1));
    },
  );
  // A species is new on the more precise of two dates that end together.
  const twice = ['2024', '2024-12-31'].map((on): Plain => ({ taxon: 1, on, time: null, count: null, country: null }));
  await fc.assert(property, {
    numRuns: inject('isLong') ? 300 : 40,
    examples: [
      [twice, null, null, ['all', null]],
      [twice.toReversed(), null, null, ['all', null]],
    ],
  });
});
