import { type Box, boundPositions, partBetween, type Point, shortWay, unwrapLine, unwrapRings, wholeTurns, widenBox } from '@veld/geometry';
import type { PlaceGeometry } from '../place-geometry.ts';
import { obscuredCell } from '../places.ts';

/** A private zone: a point with its uncertainty, or a shape. */
export interface PrivateZone extends Point {
  uncertainty_m: number | null;
  geometry?: PlaceGeometry | null | undefined;
}

/** The sides of a cell are rounded, so that a point on them may be in the cell. In degrees. */
const SIDE = 0.00002;
/** How far an area reaches beyond each side of its cell at least and at most, in sides of the cell. */
const LEAST = 0.05;
const MOST = 0.25;

/** Where in an area its cell lies, from 0 to 1 towards the north and the east. */
export type AreaOffset = (cell: { south: number; west: number }) => readonly [up: number, right: number];

/**
 * The areas in which nothing of a track is shown. Each has the cell of the obscuring grid in which the middle of a zone lies, and
 * reaches beyond it by 30 % of its side in all. So all areas are of one size, they are the same wherever a zone lies in its cell, and
 * who sees what is cut learns no more than the cell. A circle around a home would give it away, because the ends of a few tracks show
 * its middle; and so would all cells that a home touches, if it is in a corner. `offsetOf` must always return the same for a cell.
 * A zone that reaches farther from its middle than an area does from its cell is hidden with all cells that it touches.
 */
export function hiddenAreas(zones: readonly PrivateZone[], offsetOf: AreaOffset): Box[] {
  const areas = new Map<string, Box>();
  for (const zone of zones)
    for (const cells of cellsOfZone(zone)) {
      const [partUp, partRight] = offsetOf(cells);
      const [up, right] = [LEAST + (MOST - LEAST) * partUp, LEAST + (MOST - LEAST) * partRight];
      const { height, width, south, north, west, east } = cells;
      const rest = LEAST + MOST;
      areas.set(`${south} ${west} ${east}`, {
        south: south - SIDE - up * height,
        north: north + SIDE + (rest - up) * height,
        west: west - SIDE - right * width,
        east: east + SIDE + (rest - right) * width,
      });
    }
  return [...areas.values()];
}

/** A track without what lies in areas, in pieces. No point is added where it enters one. */
export function cutTrack<P extends Point>(track: readonly P[], areas: readonly Box[]): P[][] {
  const near = areasByRow(areas);
  const pieces: P[][] = [];
  let piece: P[] = [];
  let last: P | null = null;
  for (const point of track) {
    if (near(point, point).some((area) => crosses(point, point, area))) {
      last = null;
      continue;
    }
    const from: P | null = last;
    if (from === null || near(from, point).some((area) => crosses(from, point, area))) pieces.push((piece = []));
    piece.push(point);
    last = point;
  }
  return pieces;
}

/** Rows per degree of latitude. */
const ROWS = 10;

/** Finds the areas in the rows of latitude of a way: a person may have thousands of hidden records, and a track many points. */
function areasByRow(areas: readonly Box[]): (from: Point, to: Point) => readonly Box[] {
  const rows = new Map<number, Box[]>();
  for (const area of areas)
    for (let row = Math.floor(area.south * ROWS); row <= Math.floor(area.north * ROWS); row++) {
      const others = rows.get(row);
      if (others) others.push(area);
      else rows.set(row, [area]);
    }
  return (from, to) => {
    const first = Math.floor(Math.min(from.latitude, to.latitude) * ROWS);
    const last = Math.floor(Math.max(from.latitude, to.latitude) * ROWS);
    if (first === last) return rows.get(first) ?? [];
    return Array.from({ length: last - first + 1 }, (_, at) => rows.get(first + at) ?? []).flat();
  };
}

interface CellRow extends Box {
  /** Of one cell. */
  height: number;
  width: number;
}

/** The cell of a zone; of a large one, the cells that the rectangle around it touches, each row of them as one. */
function cellsOfZone(zone: PrivateZone): CellRow[] {
  const { west, east, south, north } = boxAround(zone);
  const middle = rowOf((south + north) / 2, (west + east) / 2, (west + east) / 2);
  const isSmall = north - south <= 2 * LEAST * middle.height && east - west <= 2 * LEAST * middle.width;
  if (isSmall) return [middle];
  const rows: CellRow[] = [];
  for (let latitude = south; ;) {
    const row = rowOf(latitude, west, east);
    rows.push(row);
    if (row.north >= Math.min(90, north)) return rows;
    latitude = row.north + row.height / 2;
  }
}

/**
 * The cells of a row from one longitude to another, as one box that begins where the grid has its first cell, so that a zone across the
 * antimeridian is one and a cell has one box, whichever side of the antimeridian the zone is given on.
 */
function rowOf(latitude: number, west: number, east: number): CellRow {
  const first = obscuredCell(latitude, west);
  const last = obscuredCell(latitude, east);
  const turn = wholeTurns((last.west + last.east) / 2, east) - wholeTurns((first.west + first.east) / 2, west);
  const { south, north } = first;
  return { south, north, west: first.west, east: last.east + turn, height: north - south, width: first.east - first.west };
}

function boxAround({ latitude, longitude, uncertainty_m, geometry }: PrivateZone): Box {
  if (!geometry) return widenBox(boundPositions([[longitude, latitude]]), uncertainty_m ?? 0);
  return boundPositions(geometry.type === 'Polygon' ? unwrapRings(geometry.coordinates).flat() : unwrapLine(geometry.coordinates));
}

/** Whether the way from one point to another, the short way around the globe, touches a rectangle. */
function crosses(from: Point, to: Point, cell: Box): boolean {
  const across = shortWay(to.longitude - from.longitude);
  return [-360, 0, 360].some((turn) => {
    const start = from.longitude + turn;
    const [enter, leave] = partBetween(start, across, cell.west, cell.east);
    const [rise, set] = partBetween(from.latitude, to.latitude - from.latitude, cell.south, cell.north);
    return Math.max(0, enter, rise) <= Math.min(1, leave, set);
  });
}
