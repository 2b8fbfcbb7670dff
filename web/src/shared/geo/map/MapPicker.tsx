import { Button } from '@mantine/core';
import type { Map as MapLibre } from 'maplibre-gl';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDistance } from '../position/words';
import { usePlaceWords } from '../use-place-words';
import { BaseMap } from './BaseMap';
import { Cross } from './Cross';
import { KnownPlaces } from './known/KnownPlaces';
import { MapDialog } from './MapDialog';
import classes from './MapPicker.module.css';
import type { MapPoint, MapView } from './map-view';
import { pickedUncertainty } from './picked-uncertainty';
import { usePickerStart } from './picker-start';

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
