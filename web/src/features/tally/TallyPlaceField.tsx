import { Button, Loader, NativeSelect } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { findLocationError } from '../../device/location';
import { type SavedPlace, savedPlaces } from '../../local/changes/saved-places';
import type { TallyPlace } from '../../local/records/tally';
import { currentDatabase } from '../../shared/session/session';
import { usePlaceWords } from '../../shared/geo/data';
import { useDistance } from '../../shared/geo/position/words';
import { placeOfSaved } from '../recording/data';
import { type OpenTallyPlace, SOURCE_GPS, SOURCE_NONE } from './data';
import classes from './TallyPlaceField.module.css';

const NOWHERE = { latitude: null, longitude: null };

/** The place of the tally: measured, a saved place, or none. */
export function TallyPlaceField({ place, source }: { place: OpenTallyPlace; source: string }) {
  const { t } = useTranslation(['tally', 'observations', 'common']);
  const database = currentDatabase();
  const spots = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const choose = (value: string) => {
    if (value === source) return;
    const spot = spots.find(({ id }) => id === value);
    place.choose(value, spot ? placeAt(spot) : null);
  };
  const isGone = source !== SOURCE_GPS && source !== SOURCE_NONE && !spots.some(({ id }) => id === source);
  return (
    <div className={classes.place}>
      <NativeSelect
        className={classes.placeChoice}
        size="md"
        aria-label={t('observations:where.title')}
        value={source}
        data={[
          { value: SOURCE_GPS, label: t('place.here') },
          ...spots.map(({ id, name }) => ({ value: id, label: name })),
          ...(isGone ? [{ value: source, label: t('observations:where.source.saved_place') }] : []),
          { value: SOURCE_NONE, label: t('place.none') },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {source === SOURCE_GPS && <Measured place={place} />}
    </div>
  );
}

function Measured({ place }: { place: OpenTallyPlace }) {
  const { t } = useTranslation(['tally', 'common']);
  const length = useDistance();
  const { known, isMeasuring, state } = place;
  const words = usePlaceWords(known ?? NOWHERE);
  const error = findLocationError(state);
  if (!known && error) {
    return (
      <div className={classes.error} role="alert">
        <p>{t(`place.${error.startsWith('denied') ? 'denied' : 'not_found'}`)}</p>
        {error !== 'insecure' && error !== 'unsupported' && error !== 'denied_for_good' && (
          <Button variant="subtle" onClick={place.retry}>
            {t('common:action.retry')}
          </Button>
        )}
      </div>
    );
  }
  if (!known) {
    return (
      <p className={classes.measured} role="status">
        <Loader size="xs" /> {t('place.searching')}
      </p>
    );
  }
  return (
    <p className={classes.measured}>
      {isMeasuring && <Loader size="xs" />}
      {[words, t('place.within', { distance: length(known.coordinate_uncertainty_m ?? 0) })].filter(Boolean).join(' · ')}
      {!isMeasuring && (
        <Button variant="subtle" onClick={place.measureAgain}>
          {t('place.moved')}
        </Button>
      )}
    </p>
  );
}

function placeAt(spot: SavedPlace): TallyPlace {
  const { latitude, longitude, coordinate_uncertainty_m } = placeOfSaved(spot);
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'saved_place' };
}
