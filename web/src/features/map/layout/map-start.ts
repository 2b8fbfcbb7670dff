import { WORLDWIDE } from '@veld/contract';
import { unwrapLine, unwrapRings } from '@veld/geometry';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { boundsOfCountry } from '../../../local/places/words-at';
import type { PlaceArea } from '../../../local/changes/saved-places';
import { isAreaFilter, type LocationFilter, usePlaceOfFilter } from '../../../shared/location/location-filter';
import type { MapBounds } from '../../../shared/geo/map/graticule';
import type { MapStart } from '../../../shared/geo/map/map-view';
import { useDevicePlace, usePickerStart, zoomOfPlace } from '../../../shared/geo/map/picker-start';
import { placeInQuery } from '../../../shared/geo/map/place-query';
import { extentOfShapes } from '../../../shared/geo/still/shapes';

export const WORLD: MapBounds = { west: -170, south: -60, east: 190, north: 75 };

/** A place of a few metres still has its surroundings. */
const CLOSEST_FIT = 15;

/** So close is a place of an address. */
const PLACE_ZOOM = 11;
/** What can be reached on foot. */
const HERE_ZOOM = 12;

/** Bounds of a country; null for worldwide, a saved place or an unknown country, undefined while loading. */
function useCountryBounds(location: LocationFilter): MapBounds | null | undefined {
  const [found, setFound] = useState<{ location: LocationFilter; bounds: MapBounds | null } | null>(null);
  const isCountry = location !== WORLDWIDE && !isAreaFilter(location);
  useEffect(() => {
    if (!isCountry) return;
    let isCurrent = true;
    void boundsOfCountry(location).then((bounds) => isCurrent && setFound({ location, bounds }));
    return () => {
      isCurrent = false;
    };
  }, [location, isCountry]);
  if (!isCountry) return null;
  return found?.location === location ? found.bounds : undefined;
}

/** Bounds of the country or saved place of a location; null if it has neither, undefined while loading. */
function useLocationBounds(location: LocationFilter): (MapBounds & { closest?: number }) | null | undefined {
  const country = useCountryBounds(location);
  const place = usePlaceOfFilter(location);
  const bounds = useMemo(() => place && { ...boundsOfPlace(place), closest: CLOSEST_FIT }, [place]);
  return isAreaFilter(location) ? bounds : country;
}

/** The smallest bounds that have all of a saved place in them. */
export function boundsOfPlace({ latitude, longitude, uncertainty_m, geometry }: PlaceArea): MapBounds {
  // As much as belongs to a point (`isAtPlace`), so that the map does not go closer than that.
  const point = { kind: 'point' as const, latitude, longitude, uncertainty_m: Math.max(100, uncertainty_m ?? 0) };
  if (!geometry) return extentOfShapes([point])!;
  if (geometry.type === 'LineString') return extentOfShapes([{ kind: 'line', parts: [unwrapLine(geometry.coordinates)] }])!;
  const areas = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return extentOfShapes(areas.map((rings) => ({ kind: 'area', parts: unwrapRings(rings) })))!;
}

interface StartOptions {
  location: LocationFilter;
  /** Whether the person asked for certain records or places, which are then shown first. */
  isAsked: boolean;
}

/**
 * The initial view: the place in the address (`at`), else the chosen country or saved place, else where the device is or was, else the
 * extent of the records, else the person's country. What the person asked for comes before where the device is. Null until known. Also
 * moves the map when another country or place is chosen, or the search leads to another place.
 */
export function useMapStart(records: MapBounds | null, { location, isAsked }: StartOptions, map: MapLibre | null): MapStart | null {
  const [first] = useState(location);
  const [search] = useSearchParams();
  const asked = placeInQuery(search);
  const bounds = useLocationBounds(location);
  const here = useDevicePlace();
  const elsewhere = usePickerStart(null, undefined, !asked && !records && bounds === null && here === null);
  useMoveTo(map, location, bounds);
  useMoveToPlace(map, search.get('at'));
  const start = startAt();
  // A start that is not known any more, as when a filter leaves no records, must not take away the map.
  const [kept, setKept] = useState(start);
  if (start && !kept) setKept(start);
  return start ?? kept;

  function startAt(): MapStart | null {
    if (location !== first) return bounds ?? WORLD;
    if (asked) return { latitude: asked.latitude, longitude: asked.longitude, zoom: zoomOfPlace(asked, PLACE_ZOOM) };
    if (bounds !== null) return records ?? bounds ?? null;
    if (isAsked && records) return records;
    if (here === undefined) return null;
    return here ? { ...here, zoom: HERE_ZOOM } : (records ?? elsewhere);
  }
}

function useMoveTo(map: MapLibre | null, location: LocationFilter, bounds: MapBounds | null | undefined): void {
  const shown = useRef(location);
  const move = useEffectEvent((one: MapLibre) => {
    const { west, south, east, north } = bounds ?? WORLD;
    one.fitBounds([west, south, east, north], { padding: 20, maxZoom: CLOSEST_FIT });
  });
  useEffect(() => {
    if (!map || location === shown.current || bounds === undefined) return;
    shown.current = location;
    move(map);
  }, [map, location, bounds]);
}

/** Goes to the place in the address when it becomes another one while the map is open. */
function useMoveToPlace(map: MapLibre | null, place: string | null): void {
  const shown = useRef(place);
  useEffect(() => {
    if (!map || place === shown.current) return;
    shown.current = place;
    const asked = placeInQuery(new URLSearchParams({ at: place ?? '' }));
    if (asked) map.jumpTo({ center: [asked.longitude, asked.latitude], zoom: zoomOfPlace(asked, PLACE_ZOOM) });
  }, [map, place]);
}

/** Approximate bounds of an initial view. */
export function estimateBounds(start: MapStart): MapBounds {
  if (!('zoom' in start)) return start;
  const half = 180 / 2 ** start.zoom;
  const { latitude, longitude } = start;
  return { west: longitude - half, east: longitude + half, south: Math.max(-90, latitude - half), north: Math.min(90, latitude + half) };
}
