import classes from './LikelyBar.module.css';

/** A small bar for how likely a species is, from 0 to 1; nothing where nobody knows. Readers hear the reason instead. */
export function LikelyBar({ likelihood }: { likelihood: number | null }) {
  if (likelihood === null) return null;
  return (
    <span className={classes.bar} aria-hidden>
      <span className={classes.filled} style={{ inlineSize: `${Math.round(8 + 92 * Math.min(1, likelihood))}%` }} />
    </span>
  );
}
