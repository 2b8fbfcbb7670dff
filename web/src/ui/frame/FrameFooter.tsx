import type { ReactNode } from 'react';
import classes from './FrameFooter.module.css';

/** The links at the foot of the drawer and of the More sheet. `isFlush`: without padding at its sides. */
export function FrameFooter({ isFlush = false, children }: { isFlush?: boolean; children: ReactNode }) {
  return (
    <div className={classes.footer} data-flush={isFlush || undefined}>
      {children}
    </div>
  );
}
