import type { Entry } from '../journeys/data';
import { type Summaries, type Totals, sumEntries } from '../journeys/list/totals';

/** The effort of the journeys that began in a year. */
export interface YearOfEffort {
  year: string;
  totals: Totals;
}

/** The effort of each year with a journey, latest first. */
export function effortByYear(entries: readonly Entry[], summaries: Summaries): YearOfEffort[] {
  const journeys = entries.filter(({ kind }) => kind === 'journey');
  return [...Map.groupBy(journeys, ({ day }) => day.slice(0, 4))]
    .map(([year, ofYear]) => ({ year, totals: sumEntries(ofYear, summaries) }))
    .toSorted((one, other) => (one.year < other.year ? 1 : -1));
}
