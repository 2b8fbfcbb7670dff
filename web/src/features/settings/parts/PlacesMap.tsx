import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StillMap } from '../../../shared/geo/still/StillMap';
import type { SavedPlace } from '../data';
import { shapesOfPlace } from '../place/place-shapes';

/** So close is a single place shown. */
const MAX_ZOOM = 11;

/** All saved places in their colours; leads to the map with them. */
export function PlacesMap({ places }: { places: readonly SavedPlace[] }) {
  const { t } = useTranslation('settings');
  const shapes = useMemo(() => places.flatMap(shapesOfPlace), [places]);
  return <StillMap label={t('places.map', { count: places.length })} shapes={shapes} to="/map?places=1" maxZoom={MAX_ZOOM} />;
}
