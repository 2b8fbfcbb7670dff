import { isDay, isInPeriod, type Language, type Period } from '@veld/contract';
import { nameIn } from '@veld/geography';
import { useMemo } from 'react';
import { countryName, formatDate } from '../../i18n/format';
import { useOwnObservations } from '../../shared/records/own';
import { useToday } from '../species/data';
import { type JourneyDay, journeyDays } from './days';

export type { JourneyDay } from './days';
export { listEntries, type Entry } from './list/entries';
export { useOwnJourneys, useRecordsOfJourneys, readOwnTrack, type LocalJourney } from './own-journeys';

/** The days of a period with records of the user, latest first. Undefined while loading. */
export function useJourneyDays(period: Period = 'all'): JourneyDay[] | undefined {
  const records = useOwnObservations();
  const today = useToday();
  return useMemo(
    () => records && journeyDays(records.filter((record) => isInPeriod(record.observed_on, period, today))),
    [records, period, today],
  );
}

/** A day with the previous and next day that have records. Null if the URL has no valid day or the day has no records. */
export function useJourneyDay(
  session: string | undefined,
): { journey: JourneyDay; earlier: string | null; later: string | null } | null | undefined {
  const days = useJourneyDays();
  if (!session || !isDay(session)) return null;
  if (!days) return undefined;
  const at = days.findIndex(({ day }) => day === session);
  const journey = days[at];
  return journey ? { journey, earlier: days[at + 1]?.day ?? null, later: days[at - 1]?.day ?? null } : null;
}

export function journeyAddress(day: string): string {
  return `/journey/${day}`;
}

/** "Saturday, 9 May 2026". */
export function longDay(day: string, language: Language): string {
  const name = formatDate(new Date(`${day}T12:00:00Z`), language, { timeZone: 'UTC', dateStyle: 'full' });
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** "Sat 9". */
export function shortDay(day: string, language: Language): { weekday: string; number: string } {
  const date = new Date(`${day}T12:00:00Z`);
  return { weekday: formatDate(date, language, { timeZone: 'UTC', weekday: 'short' }), number: String(date.getUTCDate()) };
}

/** Towns of a day, else countries; at most three. Null if unknown. */
export function whereabouts({ towns, countries }: JourneyDay, language: Language): string | null {
  const names = towns.length > 0 ? towns.map((town) => nameIn(town, language)) : countries.map((code) => countryName(code, language));
  if (names.length === 0) return null;
  // The list format would insert "and" before the ellipsis.
  if (names.length > 3) return [...names.slice(0, 3), '…'].join(', ');
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}
