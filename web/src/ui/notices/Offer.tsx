import type { ReactNode } from 'react';
import classes from './Offer.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  /** Buttons to accept and to decline. */
  actions: ReactNode;
  children: ReactNode;
}

/** An offer to accept or decline. `children` are paragraphs. */
export function Offer({ icon, title, actions, children }: Props) {
  return (
    <div className={classes.offer} role="group" aria-label={title}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
