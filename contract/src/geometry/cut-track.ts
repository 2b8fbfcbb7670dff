import { obscuredCell } from '../places.ts';
import { unwrapLine, unwrapRings } from './antimeridian.ts';
import type { PlaceGeometry, Position } from './place-geometry.ts';

interface Point {
  latitude: number;
  longitude: number;
}

/** A private zone: a point with its uncertainty, or a shape. */
export interface PrivateZone extends Point {
  uncertainty_m: number | null;
  geometry?: PlaceGeometry | null | undefined;
}

interface Rectangle {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The sides of a cell are rounded, so that a point on them may be in the cell. In degrees. */
const SIDE = 0.00002;
const METRES_PER_DEGREE = (Math.PI / 180) * 6_371_008.8;

/**
 * A track without what lies in the cells of the obscuring grid that its private zones touch, in pieces. It is the same wherever a zone
 * lies in its cells. A circle around a home would give it away, because the ends of a few tracks show the middle of the circle. No
 * point is added where a track enters a cell.
 */
export function cutTrack<P extends Point>(track: readonly P[], zones: readonly PrivateZone[]): P[][] {
  const hidden = zones.flatMap(cellsOfZone);
  const pieces: P[][] = [];
  let last: P | null = null;
  for (const point of track) {
    if (hidden.some((cell) => crosses(point, point, cell))) {
      last = null;
      continue;
    }
    const from: P | null = last;
    if (from === null || hidden.some((cell) => crosses(from, point, cell))) pieces.push([]);
    pieces.at(-1)!.push(point);
    last = point;
  }
  return pieces;
}

/** The cells of the obscuring grid that a zone touches, or rather the rectangle around it. */
function cellsOfZone(zone: PrivateZone): Rectangle[] {
  const { west, east, south, north } = rectangleAround(zone);
  const cells: Rectangle[] = [];
  for (let latitude = south; ;) {
    // The longitude is not turned, so that a zone across the antimeridian ends.
    for (let longitude = west; ;) {
      const cell = obscuredCell(latitude, longitude);
      cells.push({ west: cell.west - SIDE, east: cell.east + SIDE, south: cell.south - SIDE, north: cell.north + SIDE });
      const width = cell.east - cell.west;
      const right = cell.east + 360 * Math.round((longitude - (cell.west + cell.east) / 2) / 360);
      // A point at the rounded side of its cell is not in the next one.
      if (right + SIDE >= east) break;
      longitude = right + width / 2;
    }
    const row = obscuredCell(latitude, west);
    if (row.north >= Math.min(90, north)) return cells;
    latitude = row.latitude + (row.north - row.south);
  }
}

function rectangleAround({ latitude, longitude, uncertainty_m, geometry }: PrivateZone): Rectangle {
  const points: readonly Position[] = geometry ? pointsOf(geometry) : [[longitude, latitude]];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const up = geometry ? 0 : (uncertainty_m ?? 0) / METRES_PER_DEGREE;
  const [south, north] = [Math.max(-90, Math.min(...ys) - up), Math.min(90, Math.max(...ys) + up)];
  const widest = Math.cos((Math.max(-south, north) * Math.PI) / 180);
  const across = Math.min(180, up / Math.max(1e-9, widest));
  return { west: Math.min(...xs) - across, east: Math.max(...xs) + across, south, north };
}

function pointsOf(geometry: PlaceGeometry): readonly Position[] {
  return geometry.type === 'Polygon' ? unwrapRings(geometry.coordinates).flat() : unwrapLine(geometry.coordinates);
}

/** Whether the way from one point to another, the short way around the globe, touches a rectangle. */
function crosses(from: Point, to: Point, cell: Rectangle): boolean {
  const away = to.longitude - from.longitude;
  const across = away - 360 * Math.round(away / 360);
  return [-360, 0, 360].some((turn) => {
    const start = from.longitude + turn;
    const [enter, leave] = within(start, across, cell.west, cell.east);
    const [rise, set] = within(from.latitude, to.latitude - from.latitude, cell.south, cell.north);
    return Math.max(0, enter, rise) <= Math.min(1, leave, set);
  });
}

/** From which to which part of a way along one axis it lies between two values. */
function within(start: number, way: number, least: number, most: number): [number, number] {
  if (way === 0) return start >= least && start <= most ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const [one, other] = [(least - start) / way, (most - start) / way];
  return [Math.min(one, other), Math.max(one, other)];
}
