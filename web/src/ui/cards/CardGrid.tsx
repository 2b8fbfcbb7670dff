import type { ReactNode } from 'react';
import classes from './CardGrid.module.css';

/** A responsive grid of cards: one column on a phone, up to four on a wide screen. */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={classes.grid} role={label ? 'group' : undefined} aria-label={label}>
      {children}
    </div>
  );
}
