import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './StatusChip.module.css';

export interface StatusChipProps {
  /** Safe is moss, quiet is stone, care is ochre, trouble is brick. */
  tone: 'safe' | 'quiet' | 'care' | 'trouble';
  icon: ReactNode;
  label: string;
  /** With an address it is a link, with a click a button, else plain text. */
  to?: string;
  onClick?: () => void;
  /** Only the icon is seen; readers hear the label. */
  isCompact?: boolean;
}

/** The pill under SyncChip and OfflineChip. */
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
