import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from './Headings.module.css';

interface Props {
  title: ReactNode;
  /** A secondary line under the title. */
  lead?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** Focuses the title when a screen replaces another without navigation. */
  takesFocus?: boolean;
}

/** The header of a screen, with its only h1. */
export function PageHeader({ title, lead, actions, back, takesFocus = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <header className={classes.page}>
      {back && (
        <Link className={classes.back} to={back.to}>
          <IconArrowLeft size={20} aria-hidden /> {back.label}
        </Link>
      )}
      <div className={classes.pageLine}>
        <div className={classes.pageWords}>
          <h1 dir="auto" ref={heading} tabIndex={takesFocus ? -1 : undefined} className={classes.pageTitle}>
            {title}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
