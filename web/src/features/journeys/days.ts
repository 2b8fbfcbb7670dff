import { dayRange, isAbsence } from '@veld/contract';
import { foundSpeciesId, type LocalObservation } from '../../shared/records/own';

type Town = NonNullable<NonNullable<LocalObservation['place']>['town']>;

/** The records of one day. */
export interface JourneyDay {
  /** YYYY-MM-DD; also in the URL of its page. */
  day: string;
  /** In order of time; those without a time come last, in order of saving. */
  records: LocalObservation[];
  /** Number of species found. */
  species: number;
  /** HH:MM of the first and the last record that has a time. */
  first: string | null;
  last: string | null;
  /** Towns at or near the places, in order of time, each once. */
  towns: Town[];
  countries: string[];
}

/** Groups the user's records by day, latest first. Records with a month, an interval or no date are left out. */
export function journeyDays(records: readonly LocalObservation[]): JourneyDay[] {
  const days = new Map<string, LocalObservation[]>();
  for (const record of records) {
    const range = record.observed_on ? dayRange(record.observed_on) : null;
    if (!range || range.from !== range.to) continue;
    const day = days.get(range.from);
    if (day) day.push(record);
    else days.set(range.from, [record]);
  }
  return [...days].sort(([first], [second]) => (first < second ? 1 : -1)).map(([day, all]) => journeyOf(day, all));
}

function journeyOf(day: string, unordered: readonly LocalObservation[]): JourneyDay {
  const records = [...unordered].sort((first, second) => timeKey(first).localeCompare(timeKey(second)) || first.saved_at - second.saved_at);
  const times = records.flatMap(({ observed_time }) => observed_time ?? []);
  return {
    day,
    records,
    species: speciesIn(records),
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
    towns: [
      ...new Map(
        records.flatMap(({ place }) => (place?.town ? [[`${place.town.country_code} ${place.town.name}`, place.town] as const] : [])),
      ).values(),
    ],
    countries: [...new Set(records.flatMap(({ country_code }) => country_code ?? []))],
  };
}

/** The number of species found. */
export function speciesIn(records: readonly LocalObservation[]): number {
  return new Set(records.flatMap((record) => foundSpeciesId(record) ?? foundVerbatimName(record) ?? [])).size;
}

/** The name of a record without a taxon, which counts as a species; null for an absence. */
function foundVerbatimName(record: LocalObservation): string | null {
  if (record.taxon_id != null || isAbsence(record)) return null;
  return record.verbatim_name?.trim().toLowerCase() ?? null;
}

/** Sorts after every time. */
const NO_TIME = '99';
const timeKey = ({ observed_time }: LocalObservation) => observed_time ?? NO_TIME;
