import { Button, NativeSelect } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { useCountryChoices } from '../../shared/location/countries';
import { addressBefore } from '../../shared/session/inner-address';
import { useAddressFilter } from '../../ui/use-address-filter';
import classes from './visitors.module.css';

interface Props {
  title: ReactNode;
  lead?: string | undefined;
  /** What there is for who logs in. */
  more: string;
  /** Whether its content is on the way. Until it is there, the page that came with the document stays. */
  isLoading?: boolean;
  children: ReactNode;
}

/** A page for visitors without an account, with the others, and the way in. */
export function VisitorFrame({ title, lead, more, isLoading = false, children }: Props) {
  const { t } = useTranslation(['visitors', 'common']);
  const { pathname, search } = useLocation();
  const next = pathname + search;
  useEffect(() => {
    if (!isLoading) document.querySelector('#public-page')?.remove();
  }, [isLoading]);
  return (
    <>
      <nav className={classes.nav} aria-label={t('pages')}>
        <NavLink to="/feed">{t('common:screens.feed')}</NavLink>
        <NavLink to="/map">{t('common:screens.map')}</NavLink>
        <NavLink to="/projects">{t('common:screens.projects')}</NavLink>
      </nav>
      <h1 className={classes.title} data-loading={isLoading || undefined}>
        {title}
      </h1>
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

/** The country of the address; null for the world. */
export function useCountry(): [string | null, (next: string) => void] {
  const [read, write] = useAddressFilter();
  const asked = read('country');
  const country = asked !== null && /^[A-Z]{2}$/.test(asked) ? asked : null;
  return [country, (next) => write({ country: next === WORLDWIDE ? null : next })];
}

/** Leads from a country without records to those of the world. */
export function ShowWorld() {
  const { t } = useTranslation('common');
  const [country, setCountry] = useCountry();
  if (country === null) return null;
  return (
    <Button variant="default" onClick={() => setCountry(WORLDWIDE)}>
      {t('location.worldwide')}
    </Button>
  );
}

export function CountryFilter() {
  const { t } = useTranslation('common');
  const [country, setCountry] = useCountry();
  const countries = useCountryChoices();
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={t('location.label')}
      value={country ?? WORLDWIDE}
      data={[{ value: WORLDWIDE, label: t('location.worldwide') }, ...countries]}
      onChange={(event) => setCountry(event.currentTarget.value)}
    />
  );
}
