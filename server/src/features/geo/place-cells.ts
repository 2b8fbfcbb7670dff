import { mapKey, obscuredCell } from '@veld/contract';
import {
  type Box,
  boundPositions,
  clipRing,
  columnAt,
  degreesEast,
  latitudeAt,
  latitudeOnMap,
  type Line,
  listSides,
  longitudeAt,
  measureFlatArea,
  partBetween,
  type Position,
  type Rings,
  rowAt,
  unwrapRings,
} from '@veld/geometry';

/** A piece of a place, as a row of `public_place_cells`. */
export interface PlaceCell {
  keyFrom: number;
  keyTo: number;
  isHidden: boolean;
  bounds: Box;
  /** Null if all of the square lies in the place. */
  rings: readonly Line[] | null;
}

/** Squares with more corners are divided, unless that makes too many of them. */
const CORNERS = 32;
const MAX_SQUARES = 2000;
/** The smallest squares: a place is about so many of its largest squares wide. */
const SQUARES_ACROSS = 4;
const DEEPEST = 24;
const LEVELS = 26;
const MAP_SIDE = 2 ** LEVELS;
/** Of the area of a square: less is no area, and as much is all of it. */
const TOLERANCE = 1e-9;

/** The polygons of a place as its cells. */
export function cutIntoCells(polygons: readonly Rings[]): PlaceCell[] {
  const rings = polygons.flatMap((polygon) => turnsOnMap(unwrapRings(polygon)));
  const all = rings.reduce((sum, { length }) => sum + length, 0);
  let squares = cutIntoSquares(rings, CORNERS);
  for (let corners = 4 * CORNERS; squares.length > MAX_SQUARES && corners < 4 * all; corners *= 4) squares = cutIntoSquares(rings, corners);
  return [...squares, ...listHiddenCells(rings)];
}

/** A ring that goes on beyond the antimeridian lies on the map on both sides of it. */
function turnsOnMap(rings: Rings): Line[] {
  return rings.flatMap((ring) => {
    const { west, east } = boundPositions(ring);
    return [-360, 0, 360]
      .filter((turn) => west + turn < 180 && east + turn > -180)
      .map((turn) => (turn === 0 ? ring : ring.map(([x, y]): Position => [x + turn, y])));
  });
}

function cutIntoSquares(rings: readonly Line[], maxCorners: number): PlaceCell[] {
  const { west, south, east, north } = boundPositions(rings.flat());
  const [left, right] = [columnAt(Math.max(-180, west)), columnAt(Math.min(180, east))];
  const [top, bottom] = [rowAt(latitudeOnMap(north)), rowAt(latitudeOnMap(south))];
  const across = Math.max(right - left, bottom - top, 1 / MAP_SIDE);
  const level = Math.min(DEEPEST, Math.max(0, Math.ceil(Math.log2(SQUARES_ACROSS / across)) - 1));
  const cells: PlaceCell[] = [];
  const last = 2 ** level - 1;
  const within = (part: number) => Math.min(last, Math.max(0, Math.floor(part * 2 ** level)));
  for (let x = within(left); x <= within(right); x++)
    for (let y = within(top); y <= within(bottom); y++) cutSquare({ level, x, y }, rings, { maxCorners, cells });
  return cells;
}

interface Square {
  level: number;
  x: number;
  y: number;
}

/** Adds the pieces within a square. */
function cutSquare(square: Square, rings: readonly Line[], into: { maxCorners: number; cells: PlaceCell[] }): void {
  const { cells } = into;
  const bounds = boundSquare(square);
  const area = (bounds.east - bounds.west) * (bounds.north - bounds.south);
  const parts = rings.flatMap((ring) => {
    const part = clipRing(ring, bounds);
    return part.length > 3 && measureFlatArea(part) > TOLERANCE * area ? [part] : [];
  });
  // Of a ring around all of the square, nothing else is needed.
  const edges = parts.filter((part) => part.length > 5 || measureFlatArea(part) < (1 - TOLERANCE) * area);
  const isAround = (parts.length - edges.length) % 2 === 1;
  if (edges.length === 0) {
    if (isAround) cells.push({ ...keysIn(square), isHidden: false, bounds, rings: null });
    return;
  }
  const corners = edges.reduce((sum, { length }) => sum + length, 0);
  const whole = isAround ? [ringAround(bounds)] : [];
  if (corners <= into.maxCorners || square.level >= DEEPEST) {
    cells.push({ ...keysIn(square), isHidden: false, bounds, rings: [...whole, ...edges] });
    return;
  }
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const)
    cutSquare({ level: square.level + 1, x: 2 * square.x + right, y: 2 * square.y + down }, [...whole, ...edges], into);
}

/** At the top and the bottom of the map up to the poles, where its keys end. */
function boundSquare({ level, x, y }: Square): Box {
  const side = 2 ** level;
  return {
    west: longitudeAt(x / side),
    east: longitudeAt((x + 1) / side),
    north: y === 0 ? 90 : latitudeAt(y / side),
    south: y === side - 1 ? -90 : latitudeAt((y + 1) / side),
  };
}

function keysIn({ level, x, y }: Square): Pick<PlaceCell, 'keyFrom' | 'keyTo'> {
  let key = 0;
  for (let bit = level - 1; bit >= 0; bit--) key = key * 4 + (((y >>> bit) & 1) << 1) + ((x >>> bit) & 1);
  const size = 4 ** (LEVELS - level);
  return { keyFrom: key * size, keyTo: (key + 1) * size - 1 };
}

function ringAround({ west, south, east, north }: Box): Line {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

const ROW_DEGREES = 0.1;
/** How far, in degrees, a cell may lie beyond an edge that runs along its border: cells are rounded by half of it. */
const BORDER = 1e-5;

/**
 * The cells of the obscuring grid of which all lies in the rings (decision 0077): no edge passes through them, and their middle lies in an
 * odd number of rings.
 */
function listHiddenCells(rings: readonly Line[]): PlaceCell[] {
  const { south, north } = boundPositions(rings.flat());
  const cells: PlaceCell[] = [];
  const sides = rings.flatMap(listSides);
  const first = Math.floor((south + 90) / ROW_DEGREES);
  const last = Math.ceil((north + 90) / ROW_DEGREES);
  const rows = sidesByRow(sides, first, last);
  for (let row = first; row <= last; row++) {
    const latitude = (row + 0.5) * ROW_DEGREES - 90;
    const near = rows.get(row);
    if (!near || Math.abs(latitude) >= 90) continue;
    cells.push(...hiddenCellsInRow(latitude, near));
  }
  return cells;
}

type Side = ReturnType<typeof listSides<Position>>[number];

/** Which edges come into each row of the grid. */
function sidesByRow(sides: readonly Side[], first: number, last: number): Map<number, Side[]> {
  const rows = new Map<number, Side[]>();
  for (const side of sides) {
    const [low, high] = [Math.min(side.from[1], side.to[1]), Math.max(side.from[1], side.to[1])];
    const from = Math.max(first, Math.floor((low + 90 - BORDER) / ROW_DEGREES));
    const to = Math.min(last, Math.floor((high + 90 + BORDER) / ROW_DEGREES));
    for (let row = from; row <= to; row++) {
      const known = rows.get(row);
      if (known) known.push(side);
      else rows.set(row, [side]);
    }
  }
  return rows;
}

function hiddenCellsInRow(latitude: number, sides: readonly Side[]): PlaceCell[] {
  const sample = obscuredCell(latitude, 0);
  const width = 360 / Math.round(360 / (sample.east - sample.west));
  const crossings: number[] = [];
  const passed = new Set<number>();
  for (const { from, to } of sides) {
    if (from[1] > latitude !== to[1] > latitude) crossings.push(from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0]));
    // Only what lies within the row, and not on its border, passes through cells.
    const [enter, leave] = partBetween(from[1], to[1] - from[1], sample.south + BORDER, sample.north - BORDER);
    const [start, end] = [Math.max(0, enter), Math.min(1, leave)];
    if (start > end) continue;
    const ends = [start, end].map((part) => from[0] + part * (to[0] - from[0]));
    for (let column = columnOf(Math.min(...ends) + BORDER); column <= columnOf(Math.max(...ends) - BORDER); column++) passed.add(column);
  }
  function columnOf(longitude: number): number {
    return Math.floor((longitude + 180) / width);
  }
  const cells: PlaceCell[] = [];
  const sorted = crossings.toSorted((one, other) => one - other);
  for (let at = 0; at + 1 < sorted.length; at += 2) {
    const [west = 0, east = 0] = [sorted[at], sorted[at + 1]];
    for (let column = Math.max(0, columnOf(west)); column <= columnOf(Math.min(180, east) - BORDER); column++) {
      const middle = (column + 0.5) * width - 180;
      if (middle <= west || middle >= east || passed.has(column)) continue;
      cells.push(hiddenCell(obscuredCell(latitude, degreesEast(middle) - 180)));
    }
  }
  return cells;
}

function hiddenCell({ latitude, longitude, west, south, east, north }: ReturnType<typeof obscuredCell>): PlaceCell {
  const key = mapKey(latitude, longitude);
  return { keyFrom: key, keyTo: key, isHidden: true, bounds: { west, south, east, north }, rings: null };
}
