import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../../local/db/ids';
import type { LocalJourney } from '../../local/db/rows';
import { listEntries } from '../journeys/list/entries';
import { throughYears, sumEntries } from '../journeys/list/totals';
import { journeyContent } from '../journeys/testing/journeys';
import { effortByYear } from './EffortChart';

const journey = fc.record({
  // Noon, so that the day is the same everywhere.
  day: fc.constantFrom('2024-12-31', '2025-01-01', '2025-06-30', '2025-07-01', '2026-05-09'),
  isComplete: fc.boolean(),
  /** Null while the track is not measured, and where it could not be. */
  seconds: fc.constantFrom(null, 0, 90, 3600, 7201),
  metres: fc.constantFrom(null, 0, 450, 12_000),
  isMeasured: fc.boolean(),
});

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);

it('the effort of any journeys is the sum over these journeys, in all, by year and until the end of each month', () => {
  const property = fc.property(fc.array(journey, { maxLength: 20 }), fc.constantFrom('', '2025'), (all, year) => {
    const rows = all.map((one) => {
      const started_at = `${one.day}T11:00:00Z`;
      const complete_groups = one.isComplete ? [{ group: 'bird' as const, is_complete: true }] : [];
      return { one, row: { ...journeyContent({ started_at, ended_at: started_at }), complete_groups, id: newId() } as LocalJourney };
    });
    const measured = rows.filter(({ one }) => one.isMeasured);
    const summaries = new Map(
      measured.map(({ one, row }) => [row.id, { duration_s: one.seconds, distance_m: one.metres, lines: [], isUnsent: false }]),
    );
    const filter = { protocol: null, place: null, group: null, isInPeriod: (day: string) => day.startsWith(year) };
    const entries = listEntries(
      rows.map(({ row }) => row),
      [],
      filter,
    );
    const within = all.filter(({ day }) => day.startsWith(year));
    const seconds = (some: readonly (typeof all)[number][]) => sum(some.map((one) => (one.isMeasured ? one.seconds : null)));
    expect(sumEntries(entries, summaries)).toMatchObject({
      journeys: within.length,
      seconds: seconds(within),
      metres: sum(within.map((one) => (one.isMeasured ? one.metres : null))),
      complete: within.filter((one) => one.isComplete).length,
    });
    const years = [...new Set(within.map(({ day }) => day.slice(0, 4)))].toSorted().toReversed();
    expect(
      effortByYear(entries, summaries).map(({ year: one, totals }) => [one, totals.journeys, totals.seconds, totals.complete]),
    ).toEqual(
      years.map((one) => {
        const ofYear = within.filter(({ day }) => day.startsWith(one));
        return [one, ofYear.length, seconds(ofYear), ofYear.filter((journey) => journey.isComplete).length];
      }),
    );
    expect(throughYears(entries, summaries, 'hours')).toEqual(
      years.map((one) => ({
        year: one,
        months: Array.from({ length: 12 }, (_, month) => {
          const until = within.filter(({ day }) => day.startsWith(one) && Number(day.slice(5, 7)) <= month + 1);
          return seconds(until) / 3600;
        }),
      })),
    );
  });
  fc.assert(property);
});
