import type { TaxonGroup } from '@veld/contract/vocabulary';
import classes from './GroupIcon.module.css';
import { GROUP_DRAWINGS } from './icons/groups';

interface Props {
  group: TaxonGroup;
  /** Edge in pixels. */
  size?: number;
  /** What it says, where no text beside it does; without it the icon is only an ornament. */
  label?: string;
  /** Takes the colour of the text around it instead of the group's own. */
  isPlain?: boolean;
  className?: string;
}

/** The bare line icon of a group. */
export function GroupIcon({ group, size = 24, label, isPlain = false, className }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      // Large drawings stay fine lines instead of turning into crayon.
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

/** The icon on its pale ground: stands where a picture would. `fill` covers its parent, else it is a square. */
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
