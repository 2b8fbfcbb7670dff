import classes from './RarityDots.module.css';

interface Props {
  /** 1 (very common) to 5 (rare). */
  level: number;
  /** The level as text, for screen readers and on hover. */
  label: string;
}

/** Five dots in one element: a long list draws many. */
export function RarityDots({ level, label }: Props) {
  return <span className={classes.dots} role="img" aria-label={label} title={label} style={{ '--level': level }} />;
}
