import classes from './RarityDots.module.css';

interface Props {
  /** 1 (very common) to 5 (rare). */
  level: number;
  /** The level as text, for screen readers and on hover. */
  label: string;
}

export function RarityDots({ level, label }: Props) {
  return (
    <span className={classes.dots} role="img" aria-label={label} title={label}>
      {[1, 2, 3, 4, 5].map((dot) => (
        <span key={dot} className={classes.dot} data-on={dot <= level || undefined} />
      ))}
    </span>
  );
}
