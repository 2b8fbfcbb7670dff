import { VisuallyHidden } from '@mantine/core';
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
  /** Shows only the icon; the label is for screen readers. */
  isCompact?: boolean;
}

/** The base of SyncChip and OfflineChip. */
export function StatusChip({ tone, icon, label, to, onClick, isCompact = false }: StatusChipProps) {
  const inside = (
    <>
      <span className={classes.icon}>{icon}</span>
      {isCompact ? (
        <VisuallyHidden data-part="label">{label}</VisuallyHidden>
      ) : (
        <span className={classes.label} data-part="label">
          {label}
        </span>
      )}
    </>
  );
  const shared = {
    className: classes.chip,
    'data-tone': tone,
    'data-compact': isCompact || undefined,
    title: isCompact ? label : undefined,
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
