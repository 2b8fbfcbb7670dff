import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './StatTile.module.css';

interface Props {
  /** Already formatted for the language. */
  value: string;
  label: string;
  icon?: ReactNode;
  /** A secondary line, for example "+3 this week". */
  change?: string;
  to?: string;
}

/** Longer values are dates, which must not wrap in a narrow tile. */
const LONG = 8;

/** A figure with a label. */
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

interface TilesProps {
  hidden?: boolean;
  /** On a phone, each figure is on one line with its label. */
  isDense?: boolean;
  children: ReactNode;
}

/** Figures beside each other, in as many lines as they need. */
export function StatTiles({ hidden, isDense, children }: TilesProps) {
  return (
    <div className={classes.tiles} hidden={hidden} data-dense={isDense || undefined}>
      {children}
    </div>
  );
}
