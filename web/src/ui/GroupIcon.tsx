import type { TaxonGroup } from '@veld/contract/vocabulary';
import type { ReactNode } from 'react';
import * as animals from './icons/animals';
import * as plants from './icons/plants';
import { useSilhouette } from './icons/use-silhouette';
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
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
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

interface PanelProps extends Props {
  /** The scientific name of the taxon that the panel stands for: it then shows a silhouette. */
  name?: string | null | undefined;
  family?: string | null | undefined;
  /** Covers the parent, else it is a square. */
  fill?: boolean;
}

/** A silhouette of the taxon, or the icon of its group, on a tinted background, in place of a picture. */
export function GroupPanel({ group, name, family, size = 56, label, fill = false }: PanelProps) {
  const silhouette = useSilhouette(group, name, family ?? null);
  const edge = fill ? size : Math.round(size * 0.6);
  return (
    <span
      className={classes.panel}
      data-fill={fill || undefined}
      style={{ '--group': `var(--group-${group})`, '--size': `${size / 16}rem` }}
    >
      {silhouette ? (
        <Silhouette drawing={silhouette} group={group} size={Math.round(edge * 1.2)} label={label} />
      ) : (
        <GroupIcon group={group} size={edge} label={label} />
      )}
    </span>
  );
}

type Drawing = NonNullable<ReturnType<typeof useSilhouette>>;

function Silhouette({ drawing: [fill, line, width = 2], group, size = 24, label }: Props & { drawing: Drawing }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      style={{ color: `var(--group-${group})` }}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {fill && <path d={fill} fill="currentColor" fillRule="evenodd" />}
      {line && <path d={line} fill="none" stroke="currentColor" strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />}
    </svg>
  );
}

/** The icon of each group; a group without one fails type checking. */
const GROUP_DRAWINGS: Record<TaxonGroup, ReactNode> = { ...animals, ...plants };
