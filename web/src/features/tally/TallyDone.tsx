import { Button, Loader } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { writeCount } from '@veld/contract';
import { useNow } from '../../device/use-now';
import type { FinishedTally } from '../../local/records/finish-tally';
import { savedPlaces } from '../../local/changes/saved-places';
import { observationsById } from '../../local/records/observations';
import { placeRecords, type RecordPlace } from '../../local/records/place-records';
import { isWaiting, readWaitingPlaces } from '../../local/records/waiting-places';
import { MapButton } from '../../shared/geo/map/MapButton';
import { useSyncStates } from '../../shared/records/own';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import { useNamed } from '../../shared/taxa/names';
import { TaxonRow } from '../../ui/cards/TaxonRow';
import { SavedPage } from '../../ui/SavedPage';
import { addPlaceAddress, placeOfSaved, placeOnMap } from '../recording/data';
import { TypedPlaceForm } from '../recording/place/TypedPlaceForm';
import shared from './tally.module.css';
import classes from './TallyDone.module.css';

/** The saved records; those that could not be saved are still in the tally. */
export function TallyDone({ finished, onContinue }: { finished: FinishedTally; onContinue: () => void }) {
  const { t } = useTranslation(['tally', 'recording', 'common']);
  const language = useLanguage();
  const states = useSyncStates();
  const { saved: records, failed } = finished;
  const named = useNamed(records);
  const database = currentDatabase();
  const placeless = useLiveQuery(async () => {
    const rows = await observationsById(
      database,
      records.map(({ id }) => id),
    );
    const isPlaceless = ({ id }: { id: string }) => rows.get(id)?.deleted === 0 && rows.get(id)?.latitude == null;
    const ids = records.filter(isPlaceless).map(({ id }) => id);
    return { ids, waiting: (await readWaitingPlaces(database)).filter(({ id }) => ids.includes(id)) };
  }, [database, records]);
  const without = placeless?.ids ?? [];
  const waiting = placeless?.waiting ?? [];
  const now = useNow(1000, waiting.length > 0);
  const isLocating = waiting.some((entry) => isWaiting(entry, now));
  const isStored = states !== undefined && records.every(({ id }) => !states.has(id));
  return (
    <SavedPage
      title={t('saved', { count: records.length })}
      note={t(isStored ? 'saved_synced' : 'saved_on_device')}
      isWide
      actions={
        <>
          <Button size="lg" component={Link} to="/">
            {t('common:action.go_home')}
          </Button>
          <Button size="lg" variant="default" onClick={onContinue}>
            {t(failed.length > 0 ? 'back' : 'new_tally')}
          </Button>
        </>
      }
    >
      {failed.length > 0 && (
        <p className={shared.failed} role="alert">
          {t('failed', { count: failed.length })}
        </p>
      )}
      {without.length > 0 && <PlaceForAll ids={without} isWaiting={isLocating} />}
      <ul className={classes.doneList}>
        {named.map(({ id, taxon, count, count_max, count_type }) => (
          <li key={id}>
            <TaxonRow
              to={`/observations/${id}`}
              name={taxon.name}
              scientificName={taxon.scientific_name}
              rank={taxon.rank}
              group={taxon.group}
              imageUrl={taxon.image_url}
              trailing={<strong className={classes.doneCount}>{writeCount({ count, count_max, count_type }, language)}</strong>}
            />
            {without.length > 1 && without.includes(id) && !isLocating && (
              <Button
                className={classes.addPlace}
                variant="subtle"
                component={Link}
                to={addPlaceAddress(id)}
                aria-label={`${t('recording:saved.add_place')}: ${taxon.name}`}
              >
                {t('recording:saved.add_place')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SavedPage>
  );
}

/** Sets one place for all records of a tally that have none: a saved place, a point of the map, or typed coordinates. */
function PlaceForAll({ ids, isWaiting }: { ids: readonly string[]; isWaiting: boolean }) {
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
