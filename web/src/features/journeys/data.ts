import { isDay, type Language } from '@veld/contract';
import { useMemo } from 'react';
import { countryName } from '../../i18n/format';
import { useOwnObservations } from '../observations/data';
import { type JourneyDay, journeyDays } from './days';

export type { JourneyDay } from './days';

/** The days with own records, the latest first. Undefined while the device is being read. */
export function useJourneyDays(): JourneyDay[] | undefined {
  const records = useOwnObservations();
  return useMemo(() => records && journeyDays(records), [records]);
}

/** A day with the days before and after it that have records. Null where the address is no day or nothing was recorded. */
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
  const name = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(`${day}T12:00:00Z`));
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** "Sat 9". */
export function shortDay(day: string, language: Language): { weekday: string; number: string } {
  const date = new Date(`${day}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date);
  return { weekday: part({ weekday: 'short' }), number: String(date.getUTCDate()) };
}

/** Where a day was spent: towns, else countries; at most three. Null where no record says so. */
export function whereabouts({ places, countries }: JourneyDay, language: Language): string | null {
  const names = places.length > 0 ? places : countries.map((code) => countryName(code, language));
  if (names.length === 0) return null;
  // An "and" before the dots would read oddly.
  if (names.length > 3) return [...names.slice(0, 3), '…'].join(', ');
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}
