import { useEffect, useEffectEvent, useState } from 'react';
import { location } from '../../../device/location';
import { lastPlace } from '../../../local/device/last-place';
import { boundsOfCountry } from '../../../local/places/words-at';
import { currentDatabase, useUser } from '../../accounts/data';
import type { MapPoint, MapStart } from './map-view';

/** Near enough to know the place again by the towns around it. */
const POINT_ZOOM = 11;
const WORLD: MapStart = { west: -170, south: -60, east: 190, north: 75 };

/** Where a picker begins: at the place so far, else where the device is or was, else in the country. Null until known. */
export function usePickerStart(place: MapPoint | null): MapStart | null {
  const { country_code: country } = useUser();
  const [start, setStart] = useState<MapStart | null>(() => {
    const known = place ?? location.store.getState().fix;
    return known && atPoint(known);
  });
  const find = useEffectEvent(async () => {
    const last = await lastPlace.read(currentDatabase()).catch(() => null);
    if (last) return atPoint(last);
    return (country && (await boundsOfCountry(country))) || WORLD;
  });
  const isKnown = start !== null;
  useEffect(() => {
    if (isKnown) return;
    let isCurrent = true;
    void find().then((found) => isCurrent && setStart(found));
    return () => {
      isCurrent = false;
    };
  }, [isKnown]);
  return start;
}

const atPoint = ({ latitude, longitude }: MapPoint): MapStart => ({ latitude, longitude, zoom: POINT_ZOOM });
