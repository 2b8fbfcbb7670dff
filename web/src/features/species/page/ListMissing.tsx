import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { listOfCountryKey } from '../list-of-location';
import { NotLoaded } from './NotLoaded';

/** Says that the species list of a country is not on this device. */
export function ListMissing({ country }: { country: string }) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  const client = useQueryClient();
  const values = { country: countryName(country, language) };
  return (
    <NotLoaded
      failed={t('list_failed', values)}
      offline={t('list_missing', values)}
      onRetry={() => void client.refetchQueries({ queryKey: listOfCountryKey(country) })}
    />
  );
}
