import { unwrapGeometry } from '@veld/geometry';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ExpressionSpecification, LayerSpecification, Map as MapLibre, Point } from 'maplibre-gl';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { PLACE_COLOURS, type SavedPlace, savedPlaces } from '../../../local/changes/saved-places';
import { currentDatabase } from '../../../shared/session/session';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import type { MapPoint } from '../../../shared/geo/map/map-view';
import { FONTS } from '../../../shared/geo/map/style/labels';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import { reachAround, type Way } from '../spot/use-map-tools';

export const PLACES = 'saved_places';
const AREAS = 'saved_place_areas';
const LINES = 'saved_place_lines';
const POINTS = 'saved_place_points';
const NAMES = 'saved_place_names';
/** Layers over which the cursor shows that a tap opens a place. */
export const PLACE_MARKS: readonly string[] = [LINES, POINTS, NAMES];
const NONE: readonly MapPoint[] = [];
const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Adds the user's saved places below the layers of an overlay. */
export function withPlaces(overlay: Overlay): Overlay {
  return {
    ...overlay,
    sources: { ...overlay.sources, [PLACES]: {} },
    layers: (colours) => [...placeLayers(colours), ...overlay.layers(colours)],
  };
}

/** The saved places as GeoJSON; empty while they are hidden. */
export function usePlaceFeatures(isShown: boolean): GeoJSON.FeatureCollection {
  const database = currentDatabase();
  const places = useLiveQuery(async () => (isShown ? await savedPlaces(database) : []), [database, isShown]);
  return useMemo(() => (places ? { type: 'FeatureCollection', features: places.flatMap(featuresOf) } : NOTHING), [places]);
}

/** Whether the address asks for the saved places (`places`), and, if so, their points; undefined while loading. */
export function useAskedPlaces(): { isAsked: boolean; points: readonly MapPoint[] | undefined } {
  const database = currentDatabase();
  const [search] = useSearchParams();
  const isAsked = search.has('places');
  const points = useLiveQuery(async () => (isAsked ? await savedPlaces(database) : []), [database, isAsked]);
  return { isAsked, points: isAsked ? points : NONE };
}

/** The page of the saved place at a screen position, or null. Areas are counted only if `withAreas`. */
export function placeAt(map: MapLibre, point: Point, withAreas: boolean): Way | null {
  const layers = (withAreas ? [AREAS, ...PLACE_MARKS] : PLACE_MARKS).filter((name) => map.getLayer(name));
  // The topmost first: names and points lie over lines, and those over areas.
  const id: unknown = map.queryRenderedFeatures(reachAround(point), { layers })[0]?.properties.id;
  return typeof id === 'string' ? { to: `/settings/locations/${id}` } : null;
}

function featuresOf({ id, name, latitude, longitude, geometry, colour }: SavedPlace): GeoJSON.Feature[] {
  const properties = { id, name, colour: colour ?? 'moss' };
  const point: GeoJSON.Feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [longitude, latitude] } };
  return geometry ? [{ type: 'Feature', properties, geometry: unwrapGeometry(geometry) }, point] : [point];
}

function placeLayers(colours: MapColours): LayerSpecification[] {
  const isOf = (type: string) => ['==', ['geometry-type'], type] as ['==', ['geometry-type'], string];
  const paint: ExpressionSpecification = [
    'match',
    ['get', 'colour'],
    ...PLACE_COLOURS.flatMap((one) => [one, colours[`place-${one}`]]),
    colours['place-moss'],
  ] as unknown as ExpressionSpecification;
  return [
    {
      id: AREAS,
      type: 'fill',
      source: PLACES,
      filter: isOf('Polygon'),
      paint: { 'fill-color': paint, 'fill-opacity': 0.1 },
    },
    {
      id: LINES,
      type: 'line',
      source: PLACES,
      filter: ['any', isOf('Polygon'), isOf('LineString')],
      paint: { 'line-color': paint, 'line-width': 2, 'line-dasharray': [3, 2] },
    },
    {
      id: POINTS,
      type: 'circle',
      source: PLACES,
      filter: isOf('Point'),
      paint: { 'circle-radius': 5, 'circle-color': paint, 'circle-stroke-color': colours.halo, 'circle-stroke-width': 2 },
    },
    {
      id: NAMES,
      type: 'symbol',
      source: PLACES,
      filter: isOf('Point'),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [FONTS.strong],
        'text-size': 14,
        'text-anchor': 'top',
        // Below a cluster of records at the place.
        'text-offset': [0, 1.1],
        'text-optional': true,
      },
      paint: { 'text-color': paint, 'text-halo-color': colours.halo, 'text-halo-width': 2 },
    },
  ];
}
