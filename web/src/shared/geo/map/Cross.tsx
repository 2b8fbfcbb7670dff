import type { ReactNode } from 'react';
import classes from './Cross.module.css';

/** A cross over the middle of a map. `children`: SVG below it, in pixels from the middle. */
export function Cross({ children }: { children?: ReactNode }) {
  return (
    <svg className={classes.cross} viewBox="-200 -200 400 400" aria-hidden>
      {children}
      <path className={classes.halo} d="M-14 0H14M0 -14V14" />
      <path className={classes.lines} d="M-14 0H14M0 -14V14" />
    </svg>
  );
}
