import type { ReactNode } from 'react';
import classes from './Marks.module.css';

/** Marks about the age of what a screen shows, above it; takes no room without one. */
export function Marks({ children }: { children: ReactNode }) {
  return <div className={classes.marks}>{children}</div>;
}
