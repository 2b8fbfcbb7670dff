import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { HillPath } from '../../ui/drawings/HillPath';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import type { MapPoint } from '../../shared/geo/map/map-view';
import { placeInQuery } from '../../shared/geo/map/place-query';
import { useStateText } from '../../shared/geo/position/words';
import { fillPlaceForm, newPlace, type PlaceForm, removePlace, type SavedPlace, savePlace, useSavedPlaces } from './data';
import { ImportPlaces } from './import/ImportPlaces';
import { PlaceDialog } from './parts/PlaceDialog';
import { PlaceList } from './parts/PlaceList';
import { PlacesMap } from './parts/PlacesMap';
import { PLACE_ORDERS } from './place/order';
import { SharePlaces } from './share/SharePlaces';
import { usePlaceOrder } from './place/use-place-order';
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
  const { order, ordered, fix, state, choose } = usePlaceOrder(places);
  const stateText = useStateText();
  /** Receives the focus when the focused row is deleted. */
  const heading = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!removed) return;
    const timer = setTimeout(() => setRemoved(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

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
      {places && (
        <div className={classes.files}>
          <ImportPlaces places={places} onAdded={setAdded} />
          {places.length > 0 && <SharePlaces places={places} />}
        </div>
      )}
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
      {places && places.length > 0 && (
        <div className={classes.top}>
          <PlacesMap places={places} />
          {places.length > 1 && (
            <NativeSelect
              className={classes.order}
              label={t('places.order_label')}
              description={order === 'nearest' && !fix ? stateText(state, null) : undefined}
              value={order}
              onChange={(event) => choose(PLACE_ORDERS.find((one) => one === event.currentTarget.value) ?? order)}
              data={PLACE_ORDERS.map((one) => ({ value: one, label: t(`places.order.${one}`) }))}
            />
          )}
        </div>
      )}
      {ordered && ordered.length > 0 && (
        <div className={classes.list}>
          <PlaceList
            places={ordered}
            isSortable={order === 'mine'}
            here={fix}
            onEdit={(place) => setForm(fillPlaceForm(place))}
            onRemove={remove}
            run={run}
          />
        </div>
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
