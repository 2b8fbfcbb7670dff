import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useOwnPlaces } from './data';
import { EveryoneMap } from './everyone/EveryoneMap';
import { extentOf } from './extent';
import { Filters } from './Filters';
import { useMapFilter } from './map-filter';
import { OwnRecords } from './OwnRecords';

export default function MapScreen() {
  const { t } = useTranslation(['map', 'common']);
  const places = useOwnPlaces();
  const { filter, countries, records, write } = useMapFilter(places?.placed);
  return (
    <>
      <PageHeader title={t('common:screens.map')} lead={t(filter.isEveryone ? 'lead_everyone' : 'lead')} />
      <Filters filter={filter} countries={countries} onChange={write} />
      {!places || !records ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : filter.isEveryone ? (
        <EveryoneMap filter={filter} start={extentOf(places.placed)} />
      ) : (
        <OwnRecords filter={filter} records={records} places={places} onChange={write} />
      )}
    </>
  );
}
