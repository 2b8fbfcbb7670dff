import type { MonthCount } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import classes from './MonthBars.module.css';

const WIDTH = 5;
const GAP = 1.5;
const HEIGHT = 18;

/** A month with at least this share of the busiest one is named. */
const NEARLY = 0.75;

/** A species that is about as frequent in so many months has no season. */
const ALL_YEAR = 11;

/** Twelve small bars: on which share of the lists of each month a species is. Nothing if it is on none. `now`: the month to mark, from 1. */
export function MonthBars({ months, now }: { months: readonly MonthCount[]; now: number }) {
  const textOf = useMonthsText();
  const shares = computeShares(months);
  const most = Math.max(...shares);
  if (most === 0) return null;
  const label = textOf(months)!;
  return (
    <svg className={classes.bars} viewBox={`0 0 ${12 * (WIDTH + GAP) - GAP} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      {shares.map((share, month) => {
        const height = share === 0 ? 1 : Math.max(2, (share / most) * HEIGHT);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the twelve months
            key={month}
            x={month * (WIDTH + GAP)}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            rx={1}
            data-now={month + 1 === now || undefined}
          />
        );
      })}
    </svg>
  );
}

/** For each month, January first, the share of lists that a species is on. */
export function computeShares(months: readonly MonthCount[]): number[] {
  return months.map(({ lists, of }) => (of === 0 ? 0 : lists / of));
}

/** The months, from 1, in which a species is on about as many lists as in its best one. */
export function busiestMonths(shares: readonly number[]): number[] {
  const most = Math.max(...shares);
  return shares.flatMap((share, index) => (share > 0 && share >= NEARLY * most ? [index + 1] : []));
}

/** Months in a row together, in the order of the year; a row over the turn of the year, such as 11, 12 and 1, first. `months`: ascending. */
export function groupMonthRuns(months: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const month of months) {
    const run = runs.at(-1);
    if (run?.at(-1) === month - 1) run.push(month);
    else runs.push([month]);
  }
  const [first, last] = [runs[0], runs.at(-1)];
  if (first && last && first !== last && first[0] === 1 && last.at(-1) === 12) {
    runs[0] = [...last, ...first];
    runs.pop();
  }
  return runs;
}

/** "Most often in April–June, October"; null without any lists. */
export function useMonthsText(): (months: readonly MonthCount[] | null | undefined) => string | null {
  const { t } = useTranslation('discover');
  const language = useLanguage();
  const nameOf = (month: number) => monthName(month, language);
  return (months) => {
    const busiest = months ? busiestMonths(computeShares(months)) : [];
    if (busiest.length === 0) return null;
    if (busiest.length >= ALL_YEAR) return t('all_year');
    const parts = groupMonthRuns(busiest).flatMap((run) => {
      const [first, last] = [run[0], run.at(-1)];
      return run.length > 2 && first !== undefined && last !== undefined ? [`${nameOf(first)}–${nameOf(last)}`] : run.map(nameOf);
    });
    return t('months', { months: new Intl.ListFormat(language, { type: 'unit' }).format(parts) });
  };
}
