import { Button, NativeSelect } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useCountryChoices } from '../../shared/location/country-choices';
import classes from './visitors.module.css';

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
