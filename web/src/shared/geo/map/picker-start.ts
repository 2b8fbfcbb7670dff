import { degreeWidth, EQUATOR_M } from '@veld/geometry';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { location } from '../../../device/location';
import { lastPlace } from '../../../local/device/last-place';
import { boundsOfCountry } from '../../../local/places/words-at';
import { currentDatabase, useUser } from '../../session/session';
import type { MapPlace, MapPoint, MapStart, MapView } from './map-view';

/** Near enough to know the place again by the towns around it. */
const POINT_ZOOM = 11;
const WORLD: MapStart = { west: -170, south: -60, east: 190, north: 75 };

/** What a place is taken to be exact to that was pointed at without saying how far the map was zoomed in. */
export const USUAL_UNCERTAINTY_M = 100;
/** Nobody points better at what they see around them. */
const LEAST_M = 2;
/** A map cannot be held still to a pixel: what a finger and a mouse cover. */
const FINGER_PX = 24;
const MOUSE_PX = 10;
const METRES_PER_PX = EQUATOR_M / 512;
/** How large the circle of a place is when a map opens on it. */
const OPENED_PX = 64;
const CLOSEST_ZOOM = 17;
const STEPS = [1, 2, 5];

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

export function metresPerPixel({ latitude, zoom }: Pick<MapView, 'latitude' | 'zoom'>): number {
  return (METRES_PER_PX * degreeWidth(latitude)) / 2 ** zoom;
}

/** Whether this device is used with fingers, which point less exactly than a mouse. */
export const pointsWithFinger = (): boolean => matchMedia('(pointer: coarse)').matches;

/** How exact a place is that was pointed at with a finger or a mouse, in metres with two digits. */
export function pickedUncertainty(view: Pick<MapView, 'latitude' | 'zoom'>, isFinger: boolean): number {
  const metres = metresPerPixel(view) * (isFinger ? FINGER_PX : MOUSE_PX);
  return Math.max(LEAST_M, Number(metres.toPrecision(metres < 10 ? 1 : 2)));
}

/** The zoom at which the circle of a place can be seen well. */
export function zoomOfUncertainty({ latitude }: Pick<MapPoint, 'latitude'>, metres: number): number {
  const zoom = Math.log2((METRES_PER_PX * degreeWidth(latitude) * OPENED_PX) / Math.max(LEAST_M, metres));
  return Math.max(2, Math.min(CLOSEST_ZOOM, zoom));
}

/** The zoom for a place that was found or chosen; `unknown` where it is not known how exact it is. */
export function zoomOfPlace(place: MapPlace, unknown: number): number {
  return place.uncertainty_m == null ? unknown : zoomOfUncertainty(place, place.uncertainty_m);
}

/** The next accuracy up or down in steps of 1, 2, 5, 10, ... */
export function nextUncertainty(metres: number, direction: 1 | -1): number {
  const scales = Array.from({ length: 7 }, (_, power) => STEPS.map((step) => step * 10 ** power)).flat();
  const next = direction === 1 ? scales.find((one) => one > metres) : scales.findLast((one) => one < metres && one >= LEAST_M);
  return next ?? metres;
}

/**
 * Where the device was when the screen was opened, or was last; null if that was never known, undefined while loading. It asks for no
 * permission and follows nothing: a map that a person looks at must not move by itself.
 */
export function useDevicePlace(): MapPoint | null | undefined {
  const database = currentDatabase();
  const [fix] = useState(() => location.store.getState().fix);
  const last = useLiveQuery(async () => ({ place: await lastPlace.read(database) }), [database]);
  const known = fix ?? last?.place;
  // The object changes with every read of the database, the place does not.
  const { latitude, longitude } = known ?? {};
  return useMemo(() => {
    if (latitude === undefined || longitude === undefined) return known === null ? null : undefined;
    return { latitude, longitude };
  }, [latitude, longitude, known]);
}
