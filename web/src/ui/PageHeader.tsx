import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './Headings.module.css';

interface Props {
  title: ReactNode;
  /** One quiet line under the title. */
  lead?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
  back?: { to: string; label: string };
}

/** The head of a screen: its one h1. */
export function PageHeader({ title, lead, actions, back }: Props) {
  return (
    <header className={classes.page}>
      {back && (
        <Link className={classes.back} to={back.to}>
          <IconArrowLeft size={20} aria-hidden /> {back.label}
        </Link>
      )}
      <div className={classes.pageLine}>
        <div className={classes.pageWords}>
          <h1 className={classes.pageTitle}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}
