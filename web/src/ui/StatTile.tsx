import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './StatTile.module.css';

interface Props {
  /** Already written as the language writes numbers. */
  value: string;
  label: string;
  icon?: ReactNode;
  /** A quiet word under it, for example "+3 this week". */
  change?: string;
  to?: string;
}

/** From here on it is no number but a date, which must not break in a narrow tile. */
const LONG = 8;

/** One figure with its name. */
export function StatTile({ value, label, icon, change, to }: Props) {
  const inside = (
    <>
      {icon && <span className={classes.icon}>{icon}</span>}
      <span className={classes.value} data-long={value.length > LONG || undefined}>
        {value}
      </span>
      <span className={classes.label}>{label}</span>
      {change && <span className={classes.change}>{change}</span>}
    </>
  );
  return to === undefined ? (
    <div className={classes.tile}>{inside}</div>
  ) : (
    <Link className={classes.tile} to={to}>
      {inside}
    </Link>
  );
}
