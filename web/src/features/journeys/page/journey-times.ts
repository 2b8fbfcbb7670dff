import { resolveInstant, type JourneyContent, type Language } from '@veld/contract';
import { formatDate } from '../../../i18n/format';
import type { LocalObservation } from '../../../shared/records/own';

type Times = Pick<JourneyContent, 'started_at' | 'ended_at' | 'time_zone'>;

/** "Saturday, 9 May 2026, 8:00 – 10:30", by the clock of the place. */
export function journeyTimes({ started_at, ended_at, time_zone }: Times, language: Language): string {
  const zone = { timeZone: time_zone };
  const day = (iso: string) => formatDate(new Date(iso), language, { ...zone, dateStyle: 'full' });
  const first = `${day(started_at)}, ${clockAt(Date.parse(started_at), time_zone, language)}`;
  if (ended_at === null) return first;
  const last = clockAt(Date.parse(ended_at), time_zone, language);
  return day(ended_at) === day(started_at) ? `${first} – ${last}` : `${first} – ${day(ended_at)}, ${last}`;
}

/** The time of an instant by the clock of a place. */
export function clockAt(at: number, zone: string, language: Language): string {
  return formatDate(at, language, { timeZone: zone, hour: 'numeric', minute: '2-digit' });
}

/** When a record was made, in milliseconds since 1970; null without a day and a time. */
export function recordInstant(record: Pick<LocalObservation, 'observed_on' | 'observed_time' | 'time_zone'>, zone: string): number | null {
  const { observed_on: day, observed_time: time, time_zone } = record;
  return day?.length === 10 && time ? resolveInstant(day, time, time_zone ?? zone).getTime() : null;
}
