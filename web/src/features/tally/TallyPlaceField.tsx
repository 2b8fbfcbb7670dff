import { Button, Loader, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconMapPin } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
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

/** The place of the tally in one line, which unfolds to choose another: measured, a saved place, or none. */
export function TallyPlaceField({ place, source }: { place: OpenTallyPlace; source: string }) {
  const { t } = useTranslation(['tally', 'observations', 'common']);
  const foldId = useId();
  const [isOpen, setOpen] = useState(false);
  const database = currentDatabase();
  const spots = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const isMeasured = source === SOURCE_GPS;
  const chosen = spots.find(({ id }) => id === source);
  const choose = (value: string) => {
    if (value === source) return;
    const spot = spots.find(({ id }) => id === value);
    place.choose(value, spot ? placeAt(spot) : null);
  };
  const isGone = !isMeasured && source !== SOURCE_NONE && !chosen;
  const fixed = source === SOURCE_NONE ? t('place.none') : (chosen?.name ?? t('observations:where.source.saved_place'));
  return (
    <div className={classes.place}>
      <button type="button" className={classes.line} aria-expanded={isOpen} aria-controls={foldId} onClick={() => setOpen(!isOpen)}>
        <VisuallyHidden>{t('observations:where.title')}: </VisuallyHidden>
        <IconMapPin className={classes.icon} size={20} aria-hidden />
        <span className={classes.words}>{isMeasured ? <Measured place={place} /> : fixed}</span>
        <IconChevronDown className={classes.icon} size={18} aria-hidden />
      </button>
      {isMeasured && <LocationFault place={place} />}
      {isOpen && (
        <div className={classes.fold} id={foldId}>
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
          {isMeasured && place.known && !place.isMeasuring && (
            <Button variant="default" onClick={place.measureAgain}>
              {t('place.moved')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The measured place, how accurate it is, and whether it is still measured. */
function Measured({ place: { known, isMeasuring, state } }: { place: OpenTallyPlace }) {
  const { t } = useTranslation('tally');
  const length = useDistance();
  const words = usePlaceWords(known);
  if (!known) return findLocationError(state) ? t('place.here') : <Waiting text={t('place.searching')} />;
  const text = [words, t('place.within', { distance: length(known.coordinate_uncertainty_m ?? 0) })].filter(Boolean).join(' · ');
  return isMeasuring ? <Waiting text={text} /> : text;
}

function Waiting({ text }: { text: string }) {
  return (
    <span role="status">
      <Loader size="xs" className={classes.loader} /> {text}
    </span>
  );
}

/** Why there is no measured place. */
function LocationFault({ place: { known, state, retry } }: { place: OpenTallyPlace }) {
  const { t } = useTranslation(['tally', 'common']);
  const error = findLocationError(state);
  if (known || !error) return null;
  return (
    <div className={classes.error} role="alert">
      <p>{t(`place.${error.startsWith('denied') ? 'denied' : 'not_found'}`)}</p>
      {error !== 'insecure' && error !== 'unsupported' && error !== 'denied_for_good' && (
        <Button variant="subtle" onClick={retry}>
          {t('common:action.retry')}
        </Button>
      )}
    </div>
  );
}

function placeAt(spot: SavedPlace): TallyPlace {
  const { latitude, longitude, coordinate_uncertainty_m } = placeOfSaved(spot);
  return { latitude, longitude, coordinate_uncertainty_m, location_source: 'saved_place' };
}
