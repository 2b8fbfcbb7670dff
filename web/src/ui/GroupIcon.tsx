import type { TaxonGroup } from '@veld/contract/vocabulary';
import type { ReactNode } from 'react';
import * as animals from './icons/animals';
import * as plants from './icons/plants';
import classes from './GroupIcon.module.css';

interface Props {
  group: TaxonGroup;
  /** Edge in pixels. */
  size?: number;
  /** Text alternative if there is no text beside the icon; without it, the icon is decorative. */
  label?: string;
  /** Uses the text colour instead of the group's colour. */
  isPlain?: boolean;
  className?: string;
}

/** The line icon of a group. */
export function GroupIcon({ group, size = 24, label, isPlain = false, className }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      // Large icons need relatively thinner lines.
      strokeWidth={size > 64 ? 1.1 : size > 40 ? 1.4 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={isPlain ? undefined : { color: `var(--group-${group})` }}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {GROUP_DRAWINGS[group]}
    </svg>
  );
}

/** The icon on a tinted background, in place of a picture. `fill` covers the parent, else it is a square. */
export function GroupPanel({ group, size = 56, label, fill = false }: Props & { fill?: boolean }) {
  return (
    <span
      className={classes.panel}
      data-fill={fill || undefined}
      style={{ '--group': `var(--group-${group})`, '--size': `${size / 16}rem` } as React.CSSProperties}
    >
      <GroupIcon group={group} size={fill ? size : Math.round(size * 0.6)} label={label} />
    </span>
  );
}

/** The icon of each group; a group without one fails type checking. */
const GROUP_DRAWINGS: Record<TaxonGroup, ReactNode> = { ...animals, ...plants };
