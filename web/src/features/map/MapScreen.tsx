import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../i18n/format';
import { HillPath } from '../../ui/drawings/HillPath';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useLanguage } from '../accounts/data';
import { OwnEmptyState } from '../observations/data';
import { useOwnPlaces } from './data';
import { Filters } from './Filters';
import { useMapFilter } from './map-filter';
import classes from './MapScreen.module.css';
import { OwnMap } from './OwnMap';
import { RecordList } from './RecordList';

export default function MapScreen() {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const places = useOwnPlaces();
  const { filter, countries, records, write } = useMapFilter(places?.placed);
  const nameOfCountry = (country: string | null) => (country ? countryName(country, language) : t('no_country'));
  const isFiltered = filter.country !== null || filter.group !== null || filter.period !== 'all';

  return (
    <>
      <PageHeader title={t('common:screens.map')} lead={t('lead')} />
      {!places || !records ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : places.placed.length === 0 ? (
        <OwnEmptyState
          drawing={<HillPath />}
          sentence={t('empty')}
          action={
            <Button component={Link} to="/observe">
              {t('common:nav.observe')}
            </Button>
          }
        />
      ) : (
        <>
          <Filters filter={filter} countries={countries} onChange={write} />
          <div className={classes.page}>
            <OwnMap records={records} area={filter.country} />
            <div>
              {!isFiltered && places.without > 0 && <p className={classes.without}>{t('without', { count: places.without })}</p>}
              {records.length === 0 ? (
                <p className={classes.none}>
                  {t('none')}{' '}
                  <Button variant="default" onClick={() => write({ country: null, group: null, period: null })}>
                    {t('show_all')}
                  </Button>
                </p>
              ) : (
                <RecordList records={records} nameOfCountry={nameOfCountry} />
              )}
            </div>
          </div>
        </>
      )}
    </>
  );
}
