import { addDays, resolveInstant, type Language } from '@veld/contract';
import { formatDate, recordedDate } from '../../i18n/format';
import type { ListedProject } from './data';

type Days = Pick<ListedProject, 'start_on' | 'end_on'>;

/** The days of a project: "1–3 May 2026". */
export function daysInWords({ start_on, end_on }: Days, language: Language): string {
  return recordedDate(start_on === end_on ? start_on : `${start_on}/${end_on}`, language);
}

export interface Turn {
  kind: 'starts' | 'ends' | 'ended';
  at: Date;
}

/** When a project next begins or ends, or ended. The end is the midnight after its last day. */
export function findTurn({ start_on, end_on, time_zone }: Days & Pick<ListedProject, 'time_zone'>, now: number): Turn {
  const start = resolveInstant(start_on, '00:00', time_zone);
  const end = resolveInstant(addDays(end_on, 1), '00:00', time_zone);
  if (now < start.getTime()) return { kind: 'starts', at: start };
  return now < end.getTime() ? { kind: 'ends', at: end } : { kind: 'ended', at: end };
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** From this many units on, the unit is used: "2 days" but "36 hours". */
const LEAST = 2;

/** How far an instant is from now: "in 3 days", "2 hours ago". */
export function fromNow(at: Date, now: number, language: Language): string {
  const left = at.getTime() - now;
  const [unit, length] = UNITS.find(([, one]) => Math.abs(left) >= LEAST * one) ?? UNITS[2];
  const value = left < 0 ? Math.ceil(left / length) : Math.floor(left / length);
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(value, unit);
}

/** A moment with its time zone, for who is elsewhere. */
export function momentInWords(at: Date, timeZone: string, language: Language): string {
  return formatDate(at, language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}
