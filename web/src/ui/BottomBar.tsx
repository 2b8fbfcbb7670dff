import type { ReactNode } from 'react';
import classes from './BottomBar.module.css';
import { stickyBarRoom } from './publish-height';

/** What a person does next, at the bottom edge of the page within reach of the thumb; in the flow of the page with large text. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className={classes.bar} ref={stickyBarRoom} data-save-bar>
      {children}
    </div>
  );
}
