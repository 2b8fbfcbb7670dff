import { measureArea, measureLength, toPoint } from '@veld/geometry';
import { useTranslation } from 'react-i18next';
import { area } from '../../i18n/units';
import { distance } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import type { SavedPlace } from '../../local/changes/saved-places';
import { usePreference } from '../../shared/session/preferences';

/** "Line, 3.2 km" or "Area, 12 ha"; null for a point. */
export function usePlaceSize({ geometry }: Pick<SavedPlace, 'geometry'>): string | null {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const { value: units } = usePreference('units');
  if (!geometry) return null;
  if (geometry.type === 'LineString')
    return t('places.shape.line', { length: distance(measureLength(geometry.coordinates.map(toPoint)), units, language) });
  return t('places.shape.area', { area: area(measureArea(geometry.coordinates), units, language) });
}
