import { listTrackLines, type TileArea } from '@veld/contract';
import { type Position, unwrapRings } from '@veld/geometry';
import { type CoverableArea, countryOutlines } from '@veld/geography';

/** The area of a request, with the outlines of a country. */
export function coverableArea(area: TileArea): CoverableArea {
  switch (area.kind) {
    case 'country':
      return { polygons: countryOutlines(area.country_code) };
    case 'circle':
      return { lines: [[[area.longitude, area.latitude]]], radiusKm: area.radius_km };
    case 'polygon':
      return { polygons: area.geometry.type === 'Polygon' ? [unwrapRings(area.geometry.coordinates)] : [] };
    case 'corridor':
      return { lines: listTrackLines(area.track).map((line) => line.map(([x, y]): Position => [x, y])), radiusKm: area.width_km };
  }
}
