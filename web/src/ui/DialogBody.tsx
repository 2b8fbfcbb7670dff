import type { ReactNode } from 'react';
import classes from './DialogBody.module.css';

/** The sentence of a dialog that asks for a confirmation. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}

/** The buttons of a dialog; the one that acts comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
