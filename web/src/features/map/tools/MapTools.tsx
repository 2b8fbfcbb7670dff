import { ActionIcon, Button, Drawer, Switch } from '@mantine/core';
import {
  IconClock,
  IconCurrentLocation,
  IconDownload,
  IconMapDown,
  IconMapPinPlus,
  IconMinus,
  IconPlus,
  IconStack2,
} from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { findLocationError, location, type LocationNow } from '../../../device/location';
import { type MapPlace, readView } from '../../../shared/geo/map/map-view';
import { zoomOfPlace } from '../../../shared/geo/map/picker-start';
import { boxQuery } from '../../../shared/geo/map/place-query';
import { SourceRadios } from '../../../shared/geo/map/sources/SourceChoice';
import { PlaceSearch } from '../../../shared/geo/search/PlaceSearch';
import { useStateText } from '../../../shared/geo/position/words';
import { useFocusBack } from '../../../ui/steady-focus';
import { pointedAt } from '../spot/use-map-tools';
import classes from './MapTools.module.css';

/** Minimum zoom after locating. */
const HERE_ZOOM = 13;

interface Props {
  map: MapLibre;
  hasPlaces: boolean;
  onPlaces: (isShown: boolean) => void;
  hasTime: boolean;
  onTime: (isShown: boolean) => void;
  /** Absent if the map has no effort layer. */
  effort?: { isShown: boolean; onChange: (isShown: boolean) => void };
  /** A place: the map centre, as a long press there would say, for keyboards and for people who can't hold still; or one that was searched. */
  onSpot: (at: MapPlace) => void;
}

/** The search and the buttons over the map, within reach of the thumb; all else is in the sheet of layers. */
export function MapTools({ map, hasPlaces, onPlaces, hasTime, onTime, effort, onSpot }: Props) {
  const { t } = useTranslation('map');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlaceSearch
        className={classes.search}
        onChoose={(place) => {
          map.jumpTo({ center: [place.longitude, place.latitude], zoom: zoomOfPlace(place, HERE_ZOOM) });
          onSpot({ latitude: place.latitude, longitude: place.longitude, uncertainty_m: place.uncertainty_m });
        }}
      />
      {/* Marks the centre while the keyboard is used. */}
      <svg className={classes.cross} viewBox="-16 -16 32 32" aria-hidden>
        <path className={classes.halo} d="M-12 0H12M0 -12V12" />
        <path className={classes.lines} d="M-12 0H12M0 -12V12" />
      </svg>
      <div className={classes.tools}>
        <ActionIcon variant="default" aria-label={t('layers')} title={t('layers')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <IconStack2 size={22} aria-hidden />
        </ActionIcon>
        <Toggle label={t('time')} isOn={hasTime} onChange={onTime} icon={<IconClock size={22} aria-hidden />} />
        <LocateMe map={map} />
        <ActionIcon
          variant="default"
          aria-label={t('use_centre')}
          title={t('use_centre')}
          onClick={() => onSpot(pointedAt(map, map.getCenter()))}
        >
          <IconMapPinPlus size={22} aria-hidden />
        </ActionIcon>
      </div>
      {isOpen && <LayersSheet map={map} hasPlaces={hasPlaces} onPlaces={onPlaces} effort={effort} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  icon: ReactNode;
}

function Toggle({ label, isOn, onChange, icon }: ToggleProps) {
  return (
    <ActionIcon variant={isOn ? 'filled' : 'default'} aria-label={label} title={label} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {icon}
    </ActionIcon>
  );
}

/** Centres the map on the device's position once, or says why it can't. */
function LocateMe({ map }: { map: MapLibre }) {
  const { t } = useTranslation('map');
  const [isLooking, setLooking] = useState(false);
  const state = useStore(location.store, (now) => now.state);
  const stateText = useStateText();
  const error = findLocationError(state);
  const found = useEffectEvent(({ fix, state: quality }: LocationNow) => {
    if (!fix || !['rough', 'good', 'excellent'].includes(quality)) return;
    map.easeTo({ center: [fix.longitude, fix.latitude], zoom: Math.max(map.getZoom(), HERE_ZOOM) });
    setLooking(false);
  });
  useEffect(() => {
    if (!isLooking) return;
    const release = location.acquire();
    const stop = location.store.subscribe((now) => found(now));
    // A position may already be known.
    queueMicrotask(() => found(location.store.getState()));
    return () => {
      stop();
      release();
    };
  }, [isLooking]);
  const look = () => {
    if (isLooking && error) location.retry();
    setLooking(true);
  };
  return (
    <>
      <ActionIcon variant="default" aria-label={t('locate_me')} title={t('locate_me')} loading={isLooking && !error} onClick={look}>
        <IconCurrentLocation size={22} aria-hidden />
      </ActionIcon>
      {isLooking && error && (
        <p className={classes.message} role="alert">
          {stateText(state, null)}
        </p>
      )}
    </>
  );
}

interface LayersSheetProps {
  map: MapLibre;
  hasPlaces: boolean;
  onPlaces: (isShown: boolean) => void;
  effort: { isShown: boolean; onChange: (isShown: boolean) => void } | undefined;
  onClose: () => void;
}

/** What the map shows besides the records, and what is used too rarely for a button over it. Changes take effect at once. */
function LayersSheet({ map, hasPlaces, onPlaces, effort, onClose }: LayersSheetProps) {
  useFocusBack();
  const { t } = useTranslation(['map', 'geo', 'common']);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('layers')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{ content: classes.sheet }}
    >
      <div className={classes.layers}>
        <Switch label={t('saved_places')} checked={hasPlaces} onChange={(event) => onPlaces(event.currentTarget.checked)} />
        {effort && (
          <Switch label={t('layer_effort')} checked={effort.isShown} onChange={(event) => effort.onChange(event.currentTarget.checked)} />
        )}
        <SourceRadios />
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => map.zoomIn()}>
            {t('geo:map.zoom_in')}
          </Button>
          <Button variant="default" leftSection={<IconMinus size={20} aria-hidden />} onClick={() => map.zoomOut()}>
            {t('geo:map.zoom_out')}
          </Button>
          <Button
            component={Link}
            to={`/tile-requests?new=1&${boxQuery(readView(map).bounds)}`}
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {t('keep_offline')}
          </Button>
          <Button component={Link} to="/tile-requests" variant="default" leftSection={<IconMapDown size={20} aria-hidden />}>
            {t('common:screens.tile_requests')}
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
