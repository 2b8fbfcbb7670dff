import type { ReactNode } from 'react';
import { Mark } from '../drawings/Mark';
import classes from './EmbedFrame.module.css';

interface Props {
  /** Where the mark leads, in a new tab: the instance this widget comes from. */
  homeUrl: string;
  homeLabel: string;
  children: ReactNode;
}

/** Inside somebody else's page: the widget and a small mark, no navigation. */
export function EmbedFrame({ homeUrl, homeLabel, children }: Props) {
  return (
    <div className={classes.frame}>
      <main className={classes.content} id="content">
        {children}
      </main>
      <footer className={classes.foot}>
        <a className={classes.home} href={homeUrl} target="_blank" rel="noopener">
          <Mark size={20} /> {homeLabel}
        </a>
      </footer>
    </div>
  );
}
