import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './StatusChip.module.css';

export interface StatusChipProps {
  /** Colours: safe is moss, quiet is stone, care is ochre, error is brick. */
  tone: 'safe' | 'quiet' | 'care' | 'trouble';
  icon: ReactNode;
  label: string;
  /** With `to` the chip is a link, with `onClick` a button, else plain text. */
  to?: string;
  onClick?: () => void;
  /** What the label counts: all that is shown where the label has no room. */
  count?: number | string;
}

/** The base of SyncChip and OfflineChip. */
export function StatusChip({ tone, icon, label, to, onClick, count }: StatusChipProps) {
  const inside = (
    <>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.label} data-part="label">
        {label}
      </span>
    </>
  );
  const shared = {
    className: classes.chip,
    'data-tone': tone,
    'data-count': count || undefined,
  };
  if (to !== undefined) {
    return (
      <Link {...shared} to={to}>
        {inside}
      </Link>
    );
  }
  if (onClick) {
    return (
      <button {...shared} type="button" onClick={onClick}>
        {inside}
      </button>
    );
  }
  return <span {...shared}>{inside}</span>;
}
