import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../i18n/format';
import { HillPath } from '../../ui/drawings/HillPath';
import { useLanguage } from '../accounts/data';
import { OwnEmptyState } from '../observations/data';
import type { PlacedRecord } from './data';
import type { MapFilter } from './map-filter';
import classes from './MapScreen.module.css';
import { OwnMap } from './OwnMap';
import { RecordList } from './RecordList';

interface Props {
  filter: MapFilter;
  /** Those that fit the filter. */
  records: readonly PlacedRecord[];
  places: { placed: readonly PlacedRecord[]; without: number };
  onChange: (change: Record<string, string | null>) => void;
}

/** The map and the list of the own records. */
export function OwnRecords({ filter, records, places, onChange }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const nameOfCountry = (country: string | null) => (country ? countryName(country, language) : t('no_country'));
  const isFiltered = filter.country !== null || filter.group !== null || filter.period !== 'all';
  if (places.placed.length === 0)
    return (
      <OwnEmptyState
        drawing={<HillPath />}
        sentence={t('empty')}
        action={
          <Button component={Link} to="/observe">
            {t('common:nav.observe')}
          </Button>
        }
      />
    );
  return (
    <div className={classes.page}>
      <OwnMap records={records} area={filter.country} />
      <div>
        {!isFiltered && places.without > 0 && <p className={classes.without}>{t('without', { count: places.without })}</p>}
        {records.length === 0 ? (
          <p className={classes.none}>
            {t('none')}{' '}
            <Button variant="default" onClick={() => onChange({ country: null, group: null, period: null })}>
              {t('show_all')}
            </Button>
          </p>
        ) : (
          <RecordList records={records} nameOfCountry={nameOfCountry} />
        )}
      </div>
    </div>
  );
}
