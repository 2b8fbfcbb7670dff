import { ActionIcon } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { location, findLocationError, type LocationNow } from '../../../device/location';
import { useStateText } from '../../../shared/geo/position/words';
import classes from './MapTools.module.css';

/** Minimum zoom after locating. */
const HERE_ZOOM = 13;

/** Centres the map on the device's position once, or says why it can't. */
export function LocateMe({ map }: { map: MapLibre }) {
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
