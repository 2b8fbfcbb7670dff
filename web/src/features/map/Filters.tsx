import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../i18n/format';
import { useLanguage } from '../accounts/data';
import { PeriodSelect } from '../species/parts/PeriodSelect';
import { GroupSelect } from '../taxa/parts/GroupSelect';
import classes from './Filters.module.css';
import { type MapFilter, UNKNOWN } from './map-filter';

interface Props {
  filter: MapFilter;
  countries: readonly { country: string | null }[];
  onChange: (change: Record<string, string | null>) => void;
}

export function Filters({ filter, countries, onChange }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  return (
    <div className={classes.filters}>
      <NativeSelect
        aria-label={t('whose')}
        value={filter.isEveryone ? 'everyone' : 'mine'}
        onChange={(event) => onChange({ whose: event.currentTarget.value === 'everyone' ? 'everyone' : null, country: null })}
        data={[
          { value: 'mine', label: t('mine') },
          { value: 'everyone', label: t('everyone') },
        ]}
      />
      {countries.length > 1 && !filter.isEveryone && (
        <NativeSelect
          aria-label={t('common:location.country')}
          value={filter.country ?? ''}
          onChange={(event) => onChange({ country: event.currentTarget.value })}
          data={[
            { value: '', label: t('all_countries') },
            ...countries.map(({ country }) => ({
              value: country ?? UNKNOWN,
              label: country ? countryName(country, language) : t('no_country'),
            })),
          ]}
        />
      )}
      <GroupSelect value={filter.group} onChange={(group) => onChange({ group })} />
      <PeriodSelect value={filter.period} onChange={(period) => onChange({ period: period === 'all' ? null : period })} />
    </div>
  );
}
