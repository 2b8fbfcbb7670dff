import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { HillPath } from '../../ui/drawings/HillPath';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import type { MapPoint } from '../geo/map/map-view';
import { placeInQuery } from '../geo/map/place-query';
import { formOf, metresToPlace, newPlace, type PlaceForm, removePlace, type SavedPlace, savePlace, useSavedPlaces } from './data';
import { ImportPlaces } from './import/ImportPlaces';
import { PlaceDialog } from './parts/PlaceDialog';
import { PlaceLine } from './parts/PlaceLine';
import { usePosition } from './position';
import classes from './MyLocationsScreen.module.css';

/** How long deleting a place can be undone. */
const UNDO_MS = 20_000;

export default function MyLocationsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const places = useSavedPlaces();
  const [query, setQuery] = useSearchParams();
  const [form, setForm] = useState<PlaceForm | null>(() => formAt(placeInQuery(query)));
  const [removed, setRemoved] = useState<SavedPlace | null>(null);
  /** How many places were just imported. */
  const [added, setAdded] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { fix } = usePosition(false);
  /** Receives the focus when the focused row is deleted. */
  const heading = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!removed) return;
    const timer = setTimeout(() => setRemoved(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  const ordered = places && fix ? places.toSorted((one, other) => metresToPlace(one, fix) - metresToPlace(other, fix)) : places;

  const run = (work: Promise<void>) => {
    setHasFailed(false);
    work.catch(() => setHasFailed(true));
  };
  const remove = (place: SavedPlace) => {
    setAdded(0);
    setRemoved(place);
    run(removePlace(place.id));
    heading.current?.focus();
  };
  const close = () => {
    setForm(null);
    // The place of a link from the map is used up.
    if (query.has('at')) setQuery({}, { replace: true });
  };
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setForm(newPlace())}>
      {t('places.add')}
    </Button>
  );
  const isEmpty = ordered?.length === 0;

  return (
    <div ref={heading} tabIndex={-1} className={classes.screen}>
      <PageHeader
        title={t('common:screens.my_locations')}
        lead={t('places.lead')}
        back={{ to: '/settings/profile', label: t('common:screens.settings') }}
        actions={isEmpty ? undefined : add}
      />
      {places && <ImportPlaces places={places} onAdded={setAdded} />}
      <div role="status">
        {removed && (
          <p className={classes.removed}>
            <span>{t('places.removed', { name: removed.name })}</span>
            <Button
              variant="subtle"
              onClick={() => {
                run(savePlace(removed));
                setRemoved(null);
                heading.current?.focus();
              }}
            >
              {t('common:action.undo')}
            </Button>
          </p>
        )}
        {added > 0 && <p className={classes.removed}>{t('places.import.added', { count: added })}</p>}
        {hasFailed && <p className={classes.failed}>{t('save_state.failed')}</p>}
      </div>
      {isEmpty && <EmptyState drawing={<HillPath />} sentence={t('places.empty')} action={add} />}
      {ordered && ordered.length > 0 && (
        <ul className={classes.list}>
          {ordered.map((place) => (
            <PlaceLine
              key={place.id}
              place={place}
              metres={fix ? metresToPlace(place, fix) : null}
              onEdit={() => setForm(formOf(place))}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      {form && <PlaceDialog start={form} others={places ?? []} onClose={close} />}
    </div>
  );
}

/** The form of a new place at a point of the map. */
function formAt(point: MapPoint | null): PlaceForm | null {
  if (!point) return null;
  return newPlace({ latitude: String(point.latitude), longitude: String(point.longitude) });
}
