import type { ReactNode } from 'react';
import classes from './DialogBody.module.css';

/** The text of a confirmation dialog. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}

/** The buttons of a dialog; the confirming one comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
