import { findProjectSpan, type Language } from '@veld/contract';
import { formatDate, recordedDate } from '../../i18n/format';
import type { ListedProject } from './data';

type Span = Pick<ListedProject, 'start_on' | 'end_on' | 'start_time' | 'end_time' | 'time_zone'>;

/** Whether a project begins or ends at a time of day. */
export const hasHours = ({ start_time, end_time }: Pick<Span, 'start_time' | 'end_time'>): boolean => Boolean(start_time ?? end_time);

/** The days of a project, "1–3 May 2026", or its hours: "1 May 2026, 12:00 – 3 May 2026, 12:00". */
export function periodInWords(project: Span, language: Language): string {
  const { start_on, end_on } = project;
  if (!hasHours(project)) return recordedDate(start_on === end_on ? start_on : `${start_on}/${end_on}`, language);
  const { from, until } = hoursInWords(project, language);
  return `${from} – ${until}`;
}

/** The first and the last moment of a project on the clocks of its place. One that ends with its last day ends at midnight. */
export function hoursInWords(project: Span, language: Language): { from: string; until: string } {
  const { from, until } = findProjectSpan(project);
  return { from: momentInWords(from, project.time_zone, language), until: momentInWords(until, project.time_zone, language) };
}

export interface Turn {
  kind: 'starts' | 'ends' | 'ended';
  at: Date;
}

/** When a project next begins or ends, or ended. Without a time of day, the end is the midnight after its last day. */
export function findTurn(project: Span, now: number): Turn {
  const { from: start, until: end } = findProjectSpan(project);
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
