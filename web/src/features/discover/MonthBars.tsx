import type { MonthCount } from '@veld/contract';
import { computeShares, useMonthsText } from './months';
import classes from './MonthBars.module.css';

const WIDTH = 5;
const GAP = 1.5;
const HEIGHT = 18;

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
