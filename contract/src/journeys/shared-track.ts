import { cutTrack, type PrivateZone } from '../geometry/cut-track.ts';
import { metresBetween } from '../geometry/metres-between.ts';
import type { TrackPoint } from './points.ts';
import { simplifyLine } from './simplify.ts';
import { trackPieces, trimmed } from './track.ts';

interface Point {
  latitude: number;
  longitude: number;
}

/** A cell of the grid of shared journeys, in degrees. */
export interface GridCell {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** What others see of a track. */
export interface SharedTrack {
  cells: GridCell[];
  /** Longitude and latitude. */
  lines: [longitude: number, latitude: number][][];
  distance_m: number;
}

/** Degrees of latitude of a row of cells. */
const ROW = 0.01;
/** Of the lines of shared journeys, in metres. */
const TOLERANCE_M = 5;
/** The way between points is sampled in steps of this many metres. */
const STEP_M = 100;

/**
 * What is shared of a track: with `cells`, the cells of about 1 km that it touches; with `full`, its lines. Both without what lies in
 * the cells of the obscuring grid that `zones` touch (`cutTrack`). It has neither times nor anything else of the points.
 */
export function sharedTrack(
  points: readonly TrackPoint[],
  trim: { from_seq: number; to_seq: number } | null,
  { sharing, zones }: { sharing: 'cells' | 'full'; zones: readonly PrivateZone[] },
): SharedTrack {
  const pieces = trackPieces(trimmed(points, trim)).flatMap((piece) => cutTrack(piece, zones));
  const distance = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (sharing === 'cells') return { cells: gridCells(pieces), lines: [], distance_m: 1000 * Math.round(distance / 1000) };
  const lines = pieces.filter(({ length }) => length > 1).map((piece) => simplifyLine(piece, TOLERANCE_M).map(position));
  return { cells: [], lines, distance_m: Math.round(distance) };
}

const position = ({ longitude, latitude }: Point): [number, number] => [Number(longitude.toFixed(5)), Number(latitude.toFixed(5))];

function lengthOf(piece: readonly Point[]): number {
  return piece.reduce((sum, point, at) => (at === 0 ? 0 : sum + metresBetween(piece[at - 1]!, point)), 0);
}

/** The cells that lines touch, from south to north and west to east: rows of 0.01 degrees, with columns of about the same width. */
export function gridCells(lines: readonly (readonly Point[])[]): GridCell[] {
  const cells = new Map<string, GridCell>();
  const add = (point: Point) => {
    const cell = gridCell(point);
    cells.set(`${cell.south} ${cell.west}`, cell);
  };
  for (const line of lines)
    for (const [at, point] of line.entries()) {
      const from = line[at - 1] ?? point;
      const steps = Math.min(1000, Math.max(1, Math.ceil(metresBetween(from, point) / STEP_M)));
      const across = point.longitude - from.longitude - 360 * Math.round((point.longitude - from.longitude) / 360);
      for (let step = 1; step <= steps; step++)
        add({
          latitude: from.latitude + ((point.latitude - from.latitude) * step) / steps,
          longitude: from.longitude + (across * step) / steps,
        });
    }
  return [...cells.values()].toSorted((one, other) => one.south - other.south || one.west - other.west);
}

function gridCell({ latitude, longitude }: Point): GridCell {
  const row = Math.min(17_999, Math.max(0, Math.floor((latitude + 90) / ROW + 1e-9)));
  const columns = Math.max(1, Math.round(36_000 * Math.cos((((row + 0.5) / 100 - 90) * Math.PI) / 180)));
  const width = 360 / columns;
  const turned = (((longitude + 180) % 360) + 360) % 360;
  const column = Math.min(columns - 1, Math.floor(turned / width + 1e-9));
  const fixed = (value: number) => Number(value.toFixed(5));
  return {
    west: fixed(column * width - 180),
    south: fixed(row / 100 - 90),
    east: fixed((column + 1) * width - 180),
    north: fixed((row + 1) / 100 - 90),
  };
}
