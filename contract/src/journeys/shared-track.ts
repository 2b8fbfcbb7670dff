import {
  type Box,
  degreesEast,
  degreeWidth,
  measureLength,
  metresBetween,
  type Point,
  type Position,
  shortWay,
  simplifyLine,
  toPosition,
} from '@veld/geometry';
import { cutTrack } from './cut-track.ts';
import type { TrackPoint } from './points.ts';
import { trackPieces, trimmed } from './track.ts';

/** A cell of the grid of shared journeys. */
export type GridCell = Box;

/** What others see of a track. */
export interface SharedTrack {
  cells: GridCell[];
  lines: Position[][];
  distance_m: number;
}

/** Degrees of latitude of a row of cells. */
const ROW = 0.01;
/** Of the lines of shared journeys, in metres. */
const TOLERANCE_M = 5;
/** The way between points is sampled in steps of this many metres. */
const STEP_M = 100;
/** Of a longer way between two points, only its ends are in cells. In metres: three minutes in a fast train, the longest silence. */
const MAX_HOP_M = 20_000;
/** What others get of one journey: cells of a way of about 15,000 km, or a line of ten hours at a point per second that turns at each. */
export const MAX_SHARED_CELLS = 20_000;
export const MAX_SHARED_POINTS = 40_000;

/**
 * What is shared of a track: with `cells`, the cells of about 1 km that it touches; with `full`, its lines. Both without what lies in
 * `areas` (`hiddenAreas`). It has neither times nor anything else of the points. Null if it is more than others get.
 */
export function sharedTrack(
  points: readonly TrackPoint[],
  trim: { from_seq: number; to_seq: number } | null,
  { sharing, areas }: { sharing: 'cells' | 'full'; areas: readonly Box[] },
): SharedTrack | null {
  const pieces = trackPieces(trimmed(points, trim)).flatMap((piece) => cutTrack(piece, areas));
  const distance = pieces.reduce((sum, piece) => sum + measureLength(piece), 0);
  if (sharing === 'cells') {
    const cells = gridCells(pieces, MAX_SHARED_CELLS);
    return cells && { cells, lines: [], distance_m: 1000 * Math.round(distance / 1000) };
  }
  const lines = pieces.filter(({ length }) => length > 1).map((piece) => simplifyLine(piece, TOLERANCE_M).map(position));
  if (lines.reduce((sum, { length }) => sum + length, 0) > MAX_SHARED_POINTS) return null;
  return { cells: [], lines, distance_m: Math.round(distance) };
}

function position(point: Point): Position {
  const [longitude, latitude] = toPosition(point);
  return [Number(longitude.toFixed(5)), Number(latitude.toFixed(5))];
}

/**
 * The cells that lines touch, from south to north and west to east: rows of 0.01 degrees, with columns of about the same width. Null if
 * they are more than `most`.
 */
export function gridCells(lines: readonly (readonly Point[])[], most: number): GridCell[] | null {
  const cells = new Map<number, GridCell>();
  for (const line of lines)
    for (const [at, point] of line.entries()) {
      const from = line[at - 1] ?? point;
      const metres = metresBetween(from, point);
      const steps = metres > MAX_HOP_M ? 1 : Math.max(1, Math.ceil(metres / STEP_M));
      const across = shortWay(point.longitude - from.longitude);
      for (let step = 1; step <= steps; step++) {
        const latitude = from.latitude + ((point.latitude - from.latitude) * step) / steps;
        const place = placeInGrid(latitude, from.longitude + (across * step) / steps);
        const key = place.row * MAX_COLUMNS + place.column;
        if (!cells.has(key)) cells.set(key, gridCell(place));
        if (cells.size > most) return null;
      }
    }
  return [...cells.values()].toSorted((one, other) => one.south - other.south || one.west - other.west);
}

const MAX_COLUMNS = 36_000;

interface GridPlace {
  row: number;
  column: number;
  /** Degrees of longitude of the columns of the row. */
  width: number;
}

function placeInGrid(latitude: number, longitude: number): GridPlace {
  const row = Math.min(17_999, Math.max(0, Math.floor((latitude + 90) / ROW + 1e-9)));
  const columns = Math.max(1, Math.round(MAX_COLUMNS * degreeWidth((row + 0.5) / 100 - 90)));
  const width = 360 / columns;
  return { row, column: Math.min(columns - 1, Math.floor(degreesEast(longitude) / width + 1e-9)), width };
}

function gridCell({ row, column, width }: GridPlace): GridCell {
  const fixed = (value: number) => Number(value.toFixed(5));
  return {
    west: fixed(column * width - 180),
    south: fixed(row / 100 - 90),
    east: fixed((column + 1) * width - 180),
    north: fixed((row + 1) / 100 - 90),
  };
}
