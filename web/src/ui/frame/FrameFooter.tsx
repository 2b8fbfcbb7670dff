import type { ReactNode } from 'react';
import classes from './FrameFooter.module.css';

/** Links at the bottom of the drawer and the More sheet. `isFlush`: without horizontal padding. */
export function FrameFooter({ isFlush = false, children }: { isFlush?: boolean; children: ReactNode }) {
  return (
    <div className={classes.footer} data-flush={isFlush || undefined}>
      {children}
    </div>
  );
}
