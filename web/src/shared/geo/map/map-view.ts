import { isBetweenLongitudes } from '@veld/geometry';
import type { LngLat, Map as MapLibre, MapOptions } from 'maplibre-gl';
import type { MapBounds } from './graticule';

export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** A place and how exact it is in metres, as far as that is known. */
export interface MapPlace extends MapPoint {
  uncertainty_m?: number | null;
}

export interface MapView extends MapPoint {
  zoom: number;
  bounds: MapBounds;
}

/** Where a map begins: a part of the world, at most as close as `closest` and with a margin in pixels, or a point with a zoom. */
export type MapStart = (MapBounds & { closest?: number; margin?: number }) | (MapPoint & { zoom: number });

/** Limits the zoom of a start that shows only a few kilometres. */
const CLOSEST_START = 12;
const MARGIN_PX = 40;

export function makeMapOptions(start: MapStart): Partial<MapOptions> {
  if ('zoom' in start) return { center: [start.longitude, start.latitude], zoom: start.zoom };
  const { west, south, east, north, closest = CLOSEST_START, margin = MARGIN_PX } = start;
  return { bounds: [west, south, east, north], fitBoundsOptions: { padding: margin, maxZoom: closest } };
}

export function readView(map: MapLibre): MapView {
  const bounds = map.getBounds();
  return {
    ...readMapPoint(map.getCenter()),
    zoom: map.getZoom(),
    bounds: { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() },
  };
}

/** A point of the map with its longitude between -180 and 180, and decimals down to about 0.1 m. */
export function readMapPoint(at: LngLat): MapPoint {
  const { lat, lng } = at.wrap();
  return { latitude: Number(lat.toFixed(6)), longitude: Number(lng.toFixed(6)) };
}

/** Whether a point is in view, also in a view across the antimeridian. */
export function isInView({ latitude, longitude }: MapPoint, { west, south, east, north }: MapBounds): boolean {
  return latitude >= south && latitude <= north && isBetweenLongitudes(longitude, west, east);
}
