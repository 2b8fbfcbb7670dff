import type { ReactNode } from 'react';
import classes from './FilterLine.module.css';

/** Filters above a list. On a phone they are one line that scrolls, so that the list begins in the upper half of the screen. */
export function FilterLine({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>;
}
