import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Mark } from '../drawings/Mark';
import classes from './EmptyFrame.module.css';

interface Props {
  homeTo: string;
  homeLabel: string;
  children: ReactNode;
}

/** Nothing but the mark and the message: not found, update required. */
export function EmptyFrame({ homeTo, homeLabel, children }: Props) {
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <Link className={classes.home} to={homeTo} aria-label={homeLabel}>
          <Mark size={36} />
        </Link>
      </header>
      <main className={classes.content} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
