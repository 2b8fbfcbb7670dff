/** A part of the map in degrees. `east` exceeds 180 if it crosses the antimeridian. */
export interface MapBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** From this zoom the built-in map has little to show, and lines of latitude and longitude give a frame. */
export const GRID_ZOOM = 10;

const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
const MOST_LINES = 8;

/** Meridians and parallels at round degrees, at most eight of each. */
export function graticule({ west, south, east, north }: MapBounds): GeoJSON.FeatureCollection {
  const span = Math.max(east - west, north - south);
  const step = STEPS.find((one) => span / one <= MOST_LINES) ?? 2;
  const lines = [
    ...multiples(west, east, step).map((x) => [
      [x, south],
      [x, north],
    ]),
    ...multiples(south, north, step).map((y) => [
      [west, y],
      [east, y],
    ]),
  ];
  return {
    type: 'FeatureCollection',
    features: lines.map((coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } })),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toFixed(6)));
}
