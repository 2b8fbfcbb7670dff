import { MAX_POLYGON_CORNERS, type PlaceGeometry, recordFilter } from '@veld/contract';
import { z } from 'zod/mini';
import { listCorners } from '../../../shared/geo/map/draw/corners';
import type { MapBounds } from '../../../shared/geo/map/graticule';
import type { Overlay } from '../../../shared/geo/map/style/map-style';

/** Source of the area of a filter. */
export const AREA = 'filter_area';

/** An overlay with the area of a filter drawn over it. */
export function withArea(overlay: Overlay): Overlay {
  return {
    ...overlay,
    sources: { ...overlay.sources, [AREA]: {} },
    layers: (colours) => [
      ...overlay.layers(colours),
      {
        id: 'filter_area_edge',
        type: 'line',
        source: AREA,
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.record, 'line-width': 2.5, 'line-dasharray': [2, 1] },
      },
    ],
  };
}

/** The bounds of a box of a filter; null without one. East is greater than west also across the antimeridian. */
export function readBounds(box: string | undefined): MapBounds | null {
  if (box === undefined) return null;
  const { west, south, east, north } = z.parse(recordFilter.shape.box, box)!;
  return { west, south, east: east < west ? east + 360 : east, north };
}

/** The outline of the polygon of a filter, else of its box; null without either. */
export function outlineFilter(polygon: string | undefined, box: MapBounds | null): GeoJSON.Geometry | null {
  if (polygon !== undefined) {
    const corners = z.parse(recordFilter.shape.polygon, polygon)!;
    return { type: 'Polygon', coordinates: [[...corners, corners[0]!]] };
  }
  if (box === null) return null;
  const { west, south, east, north } = box;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** A drawn area as the polygon of a filter. */
export const writePolygon = (drawn: PlaceGeometry & { type: 'Polygon' }): string =>
  listCorners(drawn, MAX_POLYGON_CORNERS)
    .map((corner) => corner.join(' '))
    .join(',');
