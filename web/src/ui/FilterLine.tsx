import type { ReactNode } from 'react';
import classes from './FilterLine.module.css';

/** Filters above a list, or actions at the top of a page. On a phone they are one line that scrolls, so that the content begins high up. */
export function FilterLine({ children }: { children: ReactNode }) {
  return <div className={classes.line}>{children}</div>;
}
