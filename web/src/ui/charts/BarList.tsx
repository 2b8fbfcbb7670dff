import type { ReactNode } from 'react';
import classes from './BarList.module.css';

export interface BarListItem {
  key: string;
  label: ReactNode;
  value: number;
  /** The value in words. */
  text: string;
}

/** Horizontal bars, each below its label and value. */
export function BarList({ label, items }: { label: string; items: readonly BarListItem[] }) {
  const most = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.key}>
          <span className={classes.words}>
            <span className={classes.label}>{item.label}</span> <span className={classes.value}>{item.text}</span>
          </span>
          <span className={classes.track} aria-hidden>
            <span style={{ width: `${(100 * item.value) / most}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
