import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { addressBefore } from '../../shared/session/inner-address';
import classes from './visitors.module.css';

interface Props {
  title: ReactNode;
  lead?: string | undefined;
  /** What there is for who logs in. */
  more: string;
  children: ReactNode;
}

/** A page for visitors without an account, with the others, and the way in. */
export function VisitorFrame({ title, lead, more, children }: Props) {
  const { t } = useTranslation(['visitors', 'common']);
  const { pathname, search } = useLocation();
  const next = pathname + search;
  return (
    <>
      <nav className={classes.nav} aria-label={t('pages')}>
        <NavLink to="/feed">{t('common:screens.feed')}</NavLink>
        <NavLink to="/map">{t('common:screens.map')}</NavLink>
        <NavLink to="/projects">{t('common:screens.projects')}</NavLink>
      </nav>
      <h1 className={classes.title}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      <aside className={classes.more}>
        <p>{more}</p>
        <div className={classes.doors}>
          <Button component={Link} to={addressBefore('/register', next)}>
            {t('register')}
          </Button>
          <Button component={Link} to={addressBefore('/login', next)} variant="default">
            {t('common:action.log_in')}
          </Button>
        </div>
      </aside>
    </>
  );
}
