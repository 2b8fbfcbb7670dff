import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Mark } from '../drawings/Mark';
import type { FrameProps } from './frame-props';
import classes from './FrameTop.module.css';

/** The first focusable element, visible only when focused. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a className={classes.skip} href="#content">
      {label}
    </a>
  );
}

/** The logo as a link to the home screen. */
export function HomeLink({ to, label, size, withName }: { to: string; label: string; size: number; withName?: boolean }) {
  return (
    <Link className={classes.home} to={to} aria-label={withName === undefined ? label : `Veld, ${label}`}>
      <Mark size={size} />
      {withName && (
        <span className={classes.brand} aria-hidden>
          Veld
        </span>
      )}
    </Link>
  );
}

export function FrameHome({ homeTo, labels, withName }: Pick<FrameProps, 'homeTo' | 'labels'> & { withName: boolean }) {
  return <HomeLink to={homeTo} label={labels.home} size={withName ? 32 : 40} withName={withName} />;
}

/** Links at the bottom of the drawer and the More sheet. `isFlush`: without horizontal padding. */
export function FrameFooter({ isFlush = false, children }: { isFlush?: boolean; children: ReactNode }) {
  return (
    <div className={classes.footer} data-flush={isFlush || undefined}>
      {children}
    </div>
  );
}
