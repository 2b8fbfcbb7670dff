import type { ReactNode } from 'react';
import { HomeLink } from './FrameTop';
import classes from './EmptyFrame.module.css';

interface Props {
  homeTo: string;
  homeLabel: string;
  children: ReactNode;
}

/** Only the logo and a message: not found, update required. */
export function EmptyFrame({ homeTo, homeLabel, children }: Props) {
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <HomeLink to={homeTo} label={homeLabel} size={36} />
      </header>
      <main className={classes.content} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
