import { ActionIcon } from '@mantine/core';
import { IconBookmarks, IconClock, IconCurrentLocation, IconMapDown, IconMapPinPlus, IconRoute } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { findLocationError, location, type LocationNow } from '../../../device/location';
import { type MapPoint, readMapPoint } from '../../../shared/geo/map/map-view';
import { useStateText } from '../../../shared/geo/position/words';
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
  /** Same as a long press in the map centre, for keyboards and for people who can't hold still. */
  onCentre: (at: MapPoint) => void;
}

/** Buttons over the map, within reach of the thumb. */
export function MapTools({ map, hasPlaces, onPlaces, hasTime, onTime, effort, onCentre }: Props) {
  const { t } = useTranslation(['map', 'common']);
  return (
    <>
      {/* Marks the centre while the keyboard is used. */}
      <svg className={classes.cross} viewBox="-16 -16 32 32" aria-hidden>
        <path className={classes.halo} d="M-12 0H12M0 -12V12" />
        <path className={classes.lines} d="M-12 0H12M0 -12V12" />
      </svg>
      <div className={classes.tools}>
        {effort && (
          <Toggle label={t('layer_effort')} isOn={effort.isShown} onChange={effort.onChange} icon={<IconRoute size={22} aria-hidden />} />
        )}
        <Toggle label={t('time')} isOn={hasTime} onChange={onTime} icon={<IconClock size={22} aria-hidden />} />
        <Toggle label={t('saved_places')} isOn={hasPlaces} onChange={onPlaces} icon={<IconBookmarks size={22} aria-hidden />} />
        <ActionIcon
          component={Link}
          to="/tile-requests"
          variant="default"
          aria-label={t('common:screens.tile_requests')}
          title={t('common:screens.tile_requests')}
        >
          <IconMapDown size={22} aria-hidden />
        </ActionIcon>
        <LocateMe map={map} />
        <ActionIcon
          variant="default"
          aria-label={t('use_centre')}
          title={t('use_centre')}
          onClick={() => onCentre(readMapPoint(map.getCenter()))}
        >
          <IconMapPinPlus size={22} aria-hidden />
        </ActionIcon>
      </div>
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
