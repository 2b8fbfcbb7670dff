import type { ReactNode } from 'react';
import classes from './TableCard.module.css';

/** A row of a table where there is no room for columns: the name as a link, what else there is to say, and the rest as `small`. */
export function TableCard({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}
