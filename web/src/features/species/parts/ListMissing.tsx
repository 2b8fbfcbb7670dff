import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useIsOnline, useLanguage } from '../../accounts/data';
import { listOfCountryKey } from '../list-of-location';
import classes from './ListMissing.module.css';

/** Says that the species list of a country is not on this device; where it could not be loaded, it can be tried again. */
export function ListMissing({ country }: { country: string }) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const isOnline = useIsOnline();
  const client = useQueryClient();
  const values = { country: countryName(country, language) };
  return (
    <div className={classes.missing} role="status">
      <span>{isOnline ? t('list_failed', values) : t('list_missing', values)}</span>
      {isOnline && (
        <Button variant="default" onClick={() => void client.refetchQueries({ queryKey: listOfCountryKey(country) })}>
          {t('common:action.retry')}
        </Button>
      )}
    </div>
  );
}
