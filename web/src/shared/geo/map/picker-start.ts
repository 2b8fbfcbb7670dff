import { useEffect, useEffectEvent, useState } from 'react';
import { location } from '../../../device/location';
import { lastPlace } from '../../../local/device/last-place';
import { boundsOfCountry } from '../../../local/places/words-at';
import { currentDatabase, useUser } from '../../session/session';
import type { MapPoint, MapStart } from './map-view';

/** Near enough to know the place again by the towns around it. */
const POINT_ZOOM = 11;
const WORLD: MapStart = { west: -170, south: -60, east: 190, north: 75 };

/**
 * Where a picker begins: at the place so far, else where the device is or was, else in the country. Null until known. The country comes
 * from a worker that takes a while to start, so what has another start already says that this one is not needed.
 */
export function usePickerStart(place: MapPoint | null, zoom = POINT_ZOOM, isNeeded = true): MapStart | null {
  const { country_code: country } = useUser();
  const [start, setStart] = useState<MapStart | null>(() => {
    const known = place ?? location.store.getState().fix;
    return known && atPoint(known, zoom);
  });
  const find = useEffectEvent(async () => {
    const last = await lastPlace.read(currentDatabase()).catch(() => null);
    if (last) return atPoint(last, zoom);
    return (country && (await boundsOfCountry(country))) || WORLD;
  });
  const isKnown = start !== null;
  useEffect(() => {
    if (isKnown || !isNeeded) return;
    let isCurrent = true;
    void find().then((found) => isCurrent && setStart(found));
    return () => {
      isCurrent = false;
    };
  }, [isKnown, isNeeded]);
  return start;
}

const atPoint = ({ latitude, longitude }: MapPoint, zoom: number): MapStart => ({ latitude, longitude, zoom });
