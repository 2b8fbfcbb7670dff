import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useOwnPlaces } from './data';
import { EveryoneMap } from './everyone/EveryoneMap';
import { renameOld } from './filter/map-filter';
import { MapLayout } from './layout/MapLayout';
import { OwnMap } from './OwnMap';
import { useScreen } from './use-screen';

export default function MapScreen() {
  const { t } = useTranslation(['map', 'common']);
  const [search] = useSearchParams();
  const places = useOwnPlaces();
  const screen = useScreen(places?.placed);
  const renamed = renameOld(search);
  if (renamed) return <Navigate to={`?${renamed}`} replace />;
  if (!places || !screen)
    return (
      <MapLayout label={t('map')} top={<PageHeader title={t('common:screens.map')} />} map={null} time={null} summary={null}>
        <TaxonRowSkeletons label={t('loading')} />
      </MapLayout>
    );
  return screen.isEveryone ? <EveryoneMap screen={screen} /> : <OwnMap screen={screen} places={places} />;
}
