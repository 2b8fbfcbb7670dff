import { Button, Loader, TextInput } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeRecords, type RecordPlace } from '../../local/records/place-records';
import { savedPlaces } from '../../local/records/saved-places';
import { currentDatabase, notifier, useUser } from '../accounts/data';
import { faultOf, readTypedPlace, useTypedPlace } from '../geo/grids/use-typed-place';
import { placeOfSaved } from '../recording/place/place-offers';
import classes from './PlaceForAll.module.css';

/** Sets one place for all records of a tally that have none: a saved place, or typed coordinates. */
export function PlaceForAll({ ids, isWaiting }: { ids: readonly string[]; isWaiting: boolean }) {
  const { t } = useTranslation(['tally', 'recording', 'observations']);
  const titleId = useId();
  const database = currentDatabase();
  const { country_code: country } = useUser();
  const spots = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const fault = faultOf(useTypedPlace(text), isTried);
  const apply = (place: RecordPlace) =>
    placeRecords(database, ids, place).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const place = await readTypedPlace(text, country);
    if (!place.ok) return;
    const { coordinates, coordinate_uncertainty_m } = place;
    await apply({ ...coordinates, coordinate_uncertainty_m, location_source: 'typed', location_id: null });
  };
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
      <form className={classes.typed} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          className={classes.field}
          label={t('recording:where.coordinates')}
          placeholder="52.0907, 5.1214"
          value={text}
          error={fault && t(`recording:where.error.${fault}`)}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setTried(false);
          }}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          {t('recording:saved.add_place')}
        </Button>
      </form>
    </section>
  );
}
