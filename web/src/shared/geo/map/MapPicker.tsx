import { Button } from '@mantine/core';
import { IconBookmark, IconCurrentLocation, IconHistory } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { location } from '../../../device/location';
import { lastPlace } from '../../../local/device/last-place';
import { savedPlaces } from '../../../local/changes/saved-places';
import { ownObservations } from '../../../local/records/observations';
import { currentDatabase } from '../../session/session';
import { useDistance } from '../position/words';
import { usePlaceWords } from '../use-place-words';
import { BaseMap } from './BaseMap';
import { Cross } from './Cross';
import { type KnownPlace, knownPlaces } from './known/known-places';
import type { MapPoint, MapView } from './map-view';
import { MapDialog } from './MapDialog';
import { pickedUncertainty } from './picked-uncertainty';
import { usePickerStart } from './picker-start';
import classes from './MapPicker.module.css';

/** This many of the last records are searched for places. */
const RECORDS = 100;

const ICONS = { here: IconCurrentLocation, saved: IconBookmark, recent: IconHistory };

interface Props {
  /** The place so far. */
  place: MapPoint | null;
  onPick: (place: MapPoint, uncertainty: number) => void;
  onClose: () => void;
}

/** Near enough to point at a place that is known. */
const KNOWN_ZOOM = 13;

const NOWHERE = { latitude: null, longitude: null };

/** Chooses a place: the map moves under a cross in its middle, so that one thumb is enough. */
export default function MapPicker({ place, onPick, onClose }: Props) {
  const { t } = useTranslation(['geo', 'common']);
  const start = usePickerStart(place);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  const words = usePlaceWords(view ?? NOWHERE);
  const length = useDistance();
  const picked = view && pickedUncertainty(view);
  return (
    <MapDialog title={t('map.pick_title')} onClose={onClose}>
      <div className={classes.map}>
        {start && (
          <BaseMap
            label={t('map.pick_hint')}
            start={start}
            onView={setView}
            onMap={(one) => {
              setMap(one);
              return () => setMap(null);
            }}
          >
            {/* How far off the place may be. */}
            {picked && (
              <Cross>
                <circle className={classes.circle} r={picked.pixels} />
              </Cross>
            )}
          </BaseMap>
        )}
      </div>
      {map && (
        <KnownPlaces
          onGo={({ latitude, longitude }) => map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), KNOWN_ZOOM) })}
        />
      )}
      <div className={classes.below}>
        <div role="status" className={classes.place}>
          {view && picked ? (
            <>
              {words && <p className={classes.words}>{words}</p>}
              <p className={classes.coordinates}>
                {shownDegrees(view, picked.metres)} ± {length(picked.metres)}
              </p>
            </>
          ) : (
            <p className={classes.coordinates}>{t('map.pick_hint')}</p>
          )}
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            disabled={!view || !picked}
            onClick={() => view && picked && onPick({ latitude: view.latitude, longitude: view.longitude }, picked.metres)}
          >
            {t('map.pick_use')}
          </Button>
        </div>
      </div>
    </MapDialog>
  );
}

/** Degrees with as many decimals as the place is exact. */
function shownDegrees({ latitude, longitude }: MapPoint, metres: number): string {
  const decimals = metres >= 10_000 ? 1 : metres >= 1000 ? 2 : 4;
  return `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`;
}

/** Buttons that move a map to a place the person knows. */
function KnownPlaces({ onGo }: { onGo: (to: MapPoint) => void }) {
  const { t } = useTranslation('geo');
  const known = useKnownPlaces();
  if (known.length === 0) return null;
  return (
    <div className={classes.places} role="group" aria-label={t('map.known')}>
      {known.map((place) => (
        <KnownButton key={place.key} place={place} onGo={onGo} />
      ))}
    </div>
  );
}

function useKnownPlaces(): KnownPlace[] {
  const database = currentDatabase();
  const fix = useStore(location.store, (now) => now.fix);
  const found = useLiveQuery(
    async () => ({
      saved: await savedPlaces(database),
      records: await ownObservations(database, { limit: RECORDS }),
      last: await lastPlace.read(database),
    }),
    [database],
  );
  return useMemo(() => (found ? knownPlaces({ ...found, here: fix ?? found.last }) : []), [found, fix]);
}

function KnownButton({ place, onGo }: { place: KnownPlace; onGo: (to: MapPoint) => void }) {
  const { t } = useTranslation('geo');
  const words = usePlaceWords(place);
  const Icon = ICONS[place.kind];
  const name = place.kind === 'saved' ? place.name : place.kind === 'here' ? t('map.last_known') : words;
  return (
    <Button
      variant="default"
      className={classes.knownPlacesPlace}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onGo({ latitude: place.latitude, longitude: place.longitude })}
    >
      {name ?? `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`}
    </Button>
  );
}
