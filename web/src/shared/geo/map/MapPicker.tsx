import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { trackPieces } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { metresBetween } from '@veld/geometry';
import { currentJourney } from '../../../local/records/journeys/current';
import { readTrack } from '../../../local/records/journeys/point-log';
import { ownObservations } from '../../../local/records/observations';
import { currentDatabase } from '../../session/session';
import { PlaceSearch } from '../search/PlaceSearch';
import { useDistance } from '../position/words';
import { usePlaceWords } from '../use-place-words';
import { BaseMap } from './BaseMap';
import type { MapPlace, MapPoint, MapView } from './map-view';
import { Cross, MapDialog } from './MapDialog';
import { metresPerPixel, nextUncertainty, pickedUncertainty, pointsWithFinger, usePickerStart, zoomOfPlace } from './picker-start';
import classes from './MapPicker.module.css';
import type { Overlay } from './style/map-style';
import type { MapData } from './use-map';

const RECORDS = 'picker_records';
const TRACK = 'picker_track';
/** So many of the last records are shown, by which a person knows a place again. */
const MOST_RECORDS = 300;
/** A journey that ended is still the one of a record made on it. */
const RECENT_MS = 12 * 3_600_000;
const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const EMPTY: MapData = { [RECORDS]: NOTHING, [TRACK]: NOTHING };

/** The person's last records and the track of the journey that runs, or has just ended. */
const PICKER_OVERLAY: Overlay = {
  sources: { [RECORDS]: {}, [TRACK]: {} },
  layers: (colours) => [
    {
      id: 'picker_track_halo',
      type: 'line',
      source: TRACK,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.halo, 'line-width': 6 },
    },
    {
      id: TRACK,
      type: 'line',
      source: TRACK,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.label, 'line-width': 3 },
    },
    {
      id: RECORDS,
      type: 'circle',
      source: RECORDS,
      paint: {
        'circle-radius': 5,
        'circle-color': colours.record,
        'circle-stroke-color': colours['record-ring'],
        'circle-stroke-width': 1.5,
      },
    },
  ],
};

interface Props {
  /** The place so far. */
  place: MapPlace | null;
  onPick: (place: MapPoint, uncertainty: number | null) => void;
  onClose: () => void;
}

/** Near enough to point at a place whose accuracy is not known. */
const KNOWN_ZOOM = 13;
/** A map that stands still is off by no more than this. */
const STILL_PX = 1.5;
/** From this change of the zoom on, the finger covers something else. */
const ZOOMED = 0.5;
/** Between the circle and the edge of the map. */
const EDGE_PX = 8;

/** Chooses a place: the map moves under a cross in its middle, so that one thumb is enough. */
export default function MapPicker({ place, onPick, onClose }: Props) {
  const { t } = useTranslation(['geo', 'common']);
  const start = usePickerStart(place, place ? zoomOfPlace(place, KNOWN_ZOOM) : undefined);
  const [map, setMap] = useState<MapLibre | null>(null);
  const [view, setView] = useState<MapView | null>(null);
  const data = usePickerData();
  const { chosen, change, goTo } = useChosen(place, view);
  const words = usePlaceWords(chosen);
  const length = useDistance();
  return (
    <MapDialog title={t('map.pick_title')} onClose={onClose}>
      <PlaceSearch
        className={classes.search}
        onChoose={(found) => {
          goTo(found);
          map?.jumpTo({ center: [found.longitude, found.latitude], zoom: zoomOfPlace(found, KNOWN_ZOOM) });
        }}
      />
      <div className={classes.map}>
        {start && (
          <BaseMap
            label={t('map.pick_hint')}
            start={start}
            overlay={PICKER_OVERLAY}
            data={data}
            onView={setView}
            onMap={(one) => {
              setMap(one);
              return () => setMap(null);
            }}
          >
            {map && view && chosen && <Circle map={map} view={view} metres={chosen.uncertainty_m} />}
          </BaseMap>
        )}
      </div>
      <div className={classes.below}>
        <div className={classes.line}>
          <div role="status" className={classes.place}>
            {chosen ? (
              <>
                {words && <p className={classes.words}>{words}</p>}
                <p className={classes.coordinates}>
                  {shownDegrees(chosen)} {chosen.uncertainty_m !== null && `± ${length(chosen.uncertainty_m)}`}
                </p>
              </>
            ) : (
              <p className={classes.coordinates}>{t('map.pick_hint')}</p>
            )}
          </div>
          {chosen && (
            <div className={classes.steps} role="group" aria-label={t('panel.accuracy')}>
              <ActionIcon variant="default" aria-label={t('map.more_exact')} title={t('map.more_exact')} onClick={() => change(-1)}>
                <IconMinus size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon variant="default" aria-label={t('map.less_exact')} title={t('map.less_exact')} onClick={() => change(1)}>
                <IconPlus size={20} aria-hidden />
              </ActionIcon>
            </div>
          )}
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            disabled={!chosen}
            onClick={() => chosen && onPick({ latitude: chosen.latitude, longitude: chosen.longitude }, chosen.uncertainty_m)}
          >
            {t('map.pick_use')}
          </Button>
        </div>
      </div>
    </MapDialog>
  );
}

/** What the cross points at, with the accuracy of the map and the finger unless the person set another one. */
function useChosen(place: MapPlace | null, view: MapView | null) {
  // A place that the map went to keeps its digits and its accuracy until the map is moved away from it.
  const [known, setKnown] = useState(place);
  const [own, setOwn] = useState<{ metres: number; zoom: number } | null>(null);
  const [isFinger] = useState(pointsWithFinger);
  const isStill = view !== null && known !== null && metresBetween(known, view) < STILL_PX * metresPerPixel(view);
  const adjusted = view && own && Math.abs(own.zoom - view.zoom) < ZOOMED ? own.metres : null;
  const at = isStill ? known : view;
  const seen = isStill ? (known.uncertainty_m ?? null) : view && pickedUncertainty(view, isFinger);
  const chosen = at && { latitude: at.latitude, longitude: at.longitude, uncertainty_m: adjusted ?? seen };
  return {
    chosen,
    change: (direction: 1 | -1) => {
      if (!view || !chosen) return;
      const metres = chosen.uncertainty_m ?? pickedUncertainty(view, isFinger);
      setOwn({ metres: nextUncertainty(metres, direction), zoom: view.zoom });
    },
    goTo: (next: MapPlace) => {
      setKnown(next);
      setOwn(null);
    },
  };
}

/** How far off the place may be. A circle that the map has no room for is as large as the map, and dashed. */
function Circle({ map, view, metres }: { map: MapLibre; view: MapView; metres: number | null }) {
  const [room, setRoom] = useState(Infinity);
  useEffect(() => {
    const box = map.getContainer();
    const watch = new ResizeObserver(() => setRoom(Math.min(box.clientWidth, box.clientHeight) / 2 - EDGE_PX));
    watch.observe(box);
    return () => watch.disconnect();
  }, [map]);
  if (metres === null) return <Cross />;
  const radius = metres / metresPerPixel(view);
  return (
    <Cross>
      <circle className={classes.circle} r={Math.min(radius, room)} strokeDasharray={radius > room ? '6 6' : undefined} />
    </Cross>
  );
}

/** Degrees with as many decimals as the place is exact. */
function shownDegrees({ latitude, longitude, uncertainty_m: metres }: MapPlace): string {
  const decimals = metres == null || metres < 10 ? 5 : metres >= 10_000 ? 1 : metres >= 1000 ? 2 : 4;
  return `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`;
}

function usePickerData(): MapData {
  const database = currentDatabase();
  const found = useLiveQuery(async () => {
    const records = await ownObservations(database, { limit: MOST_RECORDS });
    const journey = await currentJourney.read(database);
    const isRecent = journey && (journey.ended_at === null || Date.now() - journey.ended_at < RECENT_MS);
    return { records, track: isRecent ? await readTrack(database, journey.id) : [] };
  }, [database]);
  return useMemo(() => {
    if (!found) return EMPTY;
    const points = found.records.flatMap(({ latitude, longitude }) =>
      latitude == null || longitude == null ? [] : [feature({ type: 'Point', coordinates: [longitude, latitude] })],
    );
    const lines = trackPieces(found.track).map((piece) => piece.map((point) => [point.longitude, point.latitude]));
    return {
      [RECORDS]: { type: 'FeatureCollection', features: points },
      [TRACK]: { type: 'FeatureCollection', features: [feature({ type: 'MultiLineString', coordinates: lines })] },
    };
  }, [found]);
}

const feature = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry });
