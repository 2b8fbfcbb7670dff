import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { addDays } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, recordedDate } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { journeyAddress, longDay } from '../data';
import type { Entry } from './entries';
import { sumEntries, type Summaries, useTotalsText } from './totals';
import classes from './CalendarView.module.css';

const WEEK = 7;

interface Props {
  /** The latest first, at least one. */
  entries: readonly Entry[];
  summaries: Summaries;
}

/** A month as a calendar, with the journeys of each day. */
export default function CalendarView({ entries, summaries }: Props) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const totalsText = useTotalsText();
  const [read, write] = useAddressFilter();
  const asked = read('month');
  const month = asked && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : entries[0]!.day.slice(0, 7);
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const [first, last] = [entries.at(-1)!.day.slice(0, 7), entries[0]!.day.slice(0, 7)];
  const step = (by: 1 | -1) => write({ month: monthAfter(month, by) });
  return (
    <div>
      <div className={classes.head}>
        <ActionIcon variant="default" aria-label={t('calendar.earlier')} disabled={month <= first} onClick={() => step(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <h2 className={classes.month} aria-live="polite">
          {recordedDate(month, language)}
        </h2>
        <ActionIcon variant="default" aria-label={t('calendar.later')} disabled={month >= last} onClick={() => step(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        <p className={classes.totals}>
          {totalsText(
            sumEntries(
              entries.filter(({ day }) => day.startsWith(month)),
              summaries,
            ),
          )}
        </p>
      </div>
      <table className={classes.calendar}>
        <thead>
          <tr>
            {monthGrid(month)[0]!.map((day) => (
              <th key={day} scope="col">
                <span aria-hidden>{weekdayOf(day, language, 'narrow')}</span>
                <VisuallyHidden>{weekdayOf(day, language, 'long')}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} data-outside={!day.startsWith(month) || undefined}>
                  {day.startsWith(month) && <DayCell day={day} entries={byDay.get(day) ?? []} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A day: a link to its only journey, else to all its records. */
function DayCell({ day, entries }: { day: string; entries: readonly Entry[] }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const number = Number(day.slice(8));
  if (entries.length === 0) return <span className={classes.day}>{number}</span>;
  const journeys = entries.filter((entry) => entry.kind === 'journey');
  const [only] = entries.length === 1 ? journeys : [];
  const what = journeys.length > 0 ? t('overview.journeys', { count: journeys.length }) : t('calendar.records');
  return (
    <Link
      className={classes.day}
      data-journeys={journeys.length > 0 || undefined}
      data-records={journeys.length === 0 || undefined}
      to={only ? `/journey/${only.journey.id}` : journeyAddress(day)}
      aria-label={`${longDay(day, language)}: ${only ? only.journey.name : what}`}
    >
      {number}
      {journeys.length > 1 && <span className={classes.several}>{journeys.length}</span>}
    </Link>
  );
}

function weekdayOf(day: string, language: Parameters<typeof formatDate>[1], style: 'narrow' | 'long'): string {
  return formatDate(new Date(`${day}T12:00:00Z`), language, { timeZone: 'UTC', weekday: style });
}

/** The days of a month in weeks from Monday (ISO 8601), with days of the months before and after that fill the first and last week. */
export function monthGrid(month: string): string[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK;
  const weeks: string[][] = [];
  for (let day = addDays(first, -before); day.slice(0, 7) <= month; day = addDays(day, WEEK))
    weeks.push(Array.from({ length: WEEK }, (_, at) => addDays(day, at)));
  return weeks;
}

/** The month before or after a month, YYYY-MM. */
export function monthAfter(month: string, by: 1 | -1): string {
  return addDays(`${month}-${by === 1 ? '28' : '01'}`, by * 5).slice(0, 7);
}
