import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { z } from 'zod/mini';
import { type LiveLocation, useLocation } from '../../device/use-location';
import { deviceSetting } from '../../local/device/device-setting';
import { ownObservations } from '../../local/records/observations';
import type { MapPlace } from '../../shared/geo/map/map-view';
import { placeInQuery } from '../../shared/geo/map/place-query';
import { useStateText } from '../../shared/geo/position/words';
import { StillMap } from '../../shared/geo/still/StillMap';
import { useFetchState } from '../../shared/records/own';
import { OwnRecordsAwaited } from '../../shared/records/OwnEmptyState';
import { currentDatabase } from '../../shared/session/session';
import { HillPath } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { FileButton } from '../../ui/fields/FileButton';
import { PageHeader } from '../../ui/PageHeader';
import { fillPlaceForm, newPlace, type PlaceForm, removePlace, savePlace, useSavedPlaces } from './data';
import type { SavedPlace } from '../../local/changes/saved-places';
import { ImportDialog } from './import/ImportDialog';
import { placeCandidates, type PlacesFile } from './import/place-candidates';
import { type FileFault, PlacesFileError, readPlacesFile } from './import/read-places-file';
import { PlaceDialog } from './edit/PlaceDialog';
import { orderedPlaces, PLACE_ORDERS, PlaceList, type PlaceOrder } from './list/PlaceList';
import { shapesOfPlace } from './place/place-shapes';
import { SharePlaces } from './share/SharePlaces';
import classes from './MyLocationsScreen.module.css';

/** So many of the last records are looked through for their saved places. */
const RECORDS = 500;

const NONE: readonly string[] = [];

/** Of the list on this device; null until the person chooses one. */
const chosenOrder = deviceSetting('place_order', z.catch(z.nullable(z.enum(PLACE_ORDERS)), null));

/** So close is a single place shown. */
const MAX_ZOOM = 11;

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
  const hasArrived = useFetchState() === 'fetched';
  const isEmpty = ordered?.length === 0 && hasArrived;

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
      {ordered?.length === 0 && <OwnRecordsAwaited />}
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
function formAt(place: MapPlace | null): PlaceForm | null {
  if (!place) return null;
  const { latitude, longitude, uncertainty_m } = place;
  return newPlace({
    latitude: String(latitude),
    longitude: String(longitude),
    uncertainty_m: uncertainty_m == null ? '' : String(uncertainty_m),
  });
}

interface Props {
  places: readonly SavedPlace[];
  onAdded: (count: number) => void;
}

/** Adds places of a GPX, KML or GeoJSON file: reads it, shows what it has, and adds what the person chooses. */
function ImportPlaces({ places, onAdded }: Props) {
  const { t } = useTranslation('settings');
  const [isReading, setIsReading] = useState(false);
  const [file, setFile] = useState<PlacesFile | null>(null);
  const [fault, setFault] = useState<FileFault | 'empty' | null>(null);

  const read = async (chosen: File) => {
    setIsReading(true);
    setFault(null);
    try {
      const found = placeCandidates(await readPlacesFile(chosen));
      if (found.candidates.length === 0) setFault('empty');
      else setFile({ name: chosen.name, ...found });
    } catch (error) {
      setFault(error instanceof PlacesFileError ? error.fault : 'unreadable');
    }
    setIsReading(false);
  };

  return (
    <div className={classes.import}>
      <FileButton
        label={t('places.import.choose')}
        accept=".gpx,.kml,.geojson,.json,.txt,application/gpx+xml,application/vnd.google-earth.kml+xml,application/geo+json"
        isReading={isReading}
        onFile={(chosen) => void read(chosen)}
      />
      {fault && (
        <p className={classes.fault} role="alert">
          {t(`places.import.fault.${fault}`)}
        </p>
      )}
      {file && <ImportDialog file={file} places={places} onClose={() => setFile(null)} onAdded={onAdded} />}
    </div>
  );
}

/** All saved places in their colours; leads to the map with them. */
function PlacesMap({ places }: { places: readonly SavedPlace[] }) {
  const { t } = useTranslation('settings');
  const shapes = useMemo(() => places.flatMap(shapesOfPlace), [places]);
  return <StillMap label={t('places.map', { count: places.length })} shapes={shapes} to="/map?places=1" maxZoom={MAX_ZOOM} />;
}

/** The saved places in the order that the person chose here, else in that they put them in, else by distance or name. */
function usePlaceOrder(places: readonly SavedPlace[] | undefined) {
  const database = currentDatabase();
  const chosen = useLiveQuery(() => chosenOrder.read(database), [database]) ?? null;
  // Asks for the location only when the person chose the order that needs it.
  const { fix, state } = usePosition(chosen === 'nearest');
  const used = useUsedPlaces();
  const isSorted = places?.some(({ list_position }) => typeof list_position === 'number') ?? false;
  const order = chosen ?? (isSorted ? 'mine' : fix ? 'nearest' : 'name');
  return {
    order,
    ordered: places && orderedPlaces(places, order, { here: fix, used }),
    fix,
    state,
    choose: (next: PlaceOrder) => void chosenOrder.update(database, () => next),
  };
}

/** Ids of the saved places that the last records were made with, the last first. */
function useUsedPlaces(): readonly string[] {
  const database = currentDatabase();
  const used = useLiveQuery(async () => {
    const records = await ownObservations(database, { limit: RECORDS });
    return records.flatMap(({ location_id }) => (location_id ? [location_id] : []));
  }, [database]);
  return used ?? NONE;
}

/** The device's location if permission was granted before, or once the user requests it. */
function usePosition(isRequested: boolean): LiveLocation {
  const [isGranted, setIsGranted] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    // Some browsers cannot query this permission; then only the button gets the location.
    const asking = navigator.permissions?.query({ name: 'geolocation' });
    asking?.then(
      ({ state }) => {
        if (isCurrent) setIsGranted(state === 'granted');
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return useLocation(isGranted || isRequested);
}
