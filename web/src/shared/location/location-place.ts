import { WORLDWIDE } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../i18n/format';
import { openUserDatabase } from '../../local/db/database';
import { type SavedPlace, savedPlaces } from '../../local/changes/saved-places';
import { useLanguage, useUser } from '../session/session';
import { type LocationFilter, readPlaceId } from './location-filter';

/** The saved places that a filter can be, by name; undefined while loading. */
export function useFilterPlaces(): SavedPlace[] | undefined {
  const { id } = useUser();
  return useLiveQuery(() => savedPlaces(openUserDatabase(id)), [id]);
}

/** The saved place of a filter: undefined while loading, null if the filter has none or the place is gone. */
export function usePlaceOfFilter(filter: LocationFilter): SavedPlace | null | undefined {
  const places = useFilterPlaces();
  const id = readPlaceId(filter);
  if (id === null) return null;
  return places && (places.find((place) => place.id === id) ?? null);
}

/** What a filter is called, in sentences too. */
export function useLocationName(filter: LocationFilter): string {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const place = usePlaceOfFilter(filter);
  if (readPlaceId(filter) !== null) return place === null ? t('location.place_gone') : (place?.name ?? '');
  return filter === WORLDWIDE ? t('location.worldwide') : countryName(filter, language);
}
