import { Button, Loader } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { placeRecords, type RecordPlace } from '../../local/records/place-records';
import { savedPlaces } from '../../local/records/lists/saved-places';
import { currentDatabase, notifier } from '../../shared/session/session';
import { MapButton } from '../../shared/geo/map/MapButton';
import { placeOfSaved, placeOnMap } from '../recording/data';
import { TypedPlaceForm } from '../recording/place/TypedPlaceForm';
import classes from './PlaceForAll.module.css';

/** Sets one place for all records of a tally that have none: a saved place, a point of the map, or typed coordinates. */
export function PlaceForAll({ ids, isWaiting }: { ids: readonly string[]; isWaiting: boolean }) {
  const { t } = useTranslation(['tally', 'recording', 'observations']);
  const titleId = useId();
  const database = currentDatabase();
  const spots = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const apply = (place: RecordPlace) =>
    placeRecords(database, ids, place).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  if (isWaiting)
    return (
      <p className={classes.waiting} role="status">
        <Loader size="xs" /> {t('recording:saved.locating')}
      </p>
    );
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        {t('no_place', { count: ids.length })}
      </h2>
      {spots.length > 0 && (
        <div className={classes.spots}>
          {spots.map((spot) => (
            <Button key={spot.id} variant="default" onClick={() => void apply(placeOfSaved(spot))}>
              {spot.name}
            </Button>
          ))}
        </div>
      )}
      <MapButton place={null} onPick={(point, uncertainty) => void apply(placeOnMap(point, uncertainty))} />
      <TypedPlaceForm
        className={classes.typed}
        fieldClassName={classes.field}
        submitLabel={t('recording:saved.add_place')}
        onPlace={(coordinates, coordinate_uncertainty_m) =>
          void apply({ ...coordinates, coordinate_uncertainty_m, location_source: 'typed', location_id: null })
        }
      />
    </section>
  );
}
