/*
 * The antimeridian (decision 0063): every edge goes the short way around the globe. Stored longitudes lie between -180 and 180, and 180
 * and -180 are one place. Before longitudes are compared, added up or averaged, lines and rings are unwrapped: their longitudes go on
 * beyond 180 degrees.
 */

import type { Position } from './earth.ts';

export type Line = readonly Position[];
/** The outer ring of a polygon and its holes, each closed. */
export type Rings = readonly Line[];
/** Longitudes from one to another that is not less; both may lie beyond 180 degrees. */
export interface Span {
  west: number;
  east: number;
}
type Shape = { type: 'LineString'; coordinates: Position[] } | { type: 'Polygon'; coordinates: Position[][] };

/** How far east of a meridian a longitude lies, from 0 up to but not including 360 degrees. */
export function degreesEast(longitude: number, meridian = -180): number {
  return (((longitude - meridian) % 360) + 360) % 360;
}

/** A longitude within one turn, above -180 up to 180 degrees. */
export function wrapLongitude(longitude: number): number {
  if (longitude > -180 && longitude <= 180) return longitude;
  const turned = degreesEast(longitude);
  return turned === 0 ? 180 : turned - 180;
}

/** A difference of longitudes as the short way around the globe. */
export function shortWay(degrees: number): number {
  return degrees - wholeTurns(0, degrees);
}

/** The whole turns, in degrees, that bring a longitude closest to another one. */
export function wholeTurns(longitude: number, near: number): number {
  return 360 * Math.round((near - longitude) / 360);
}

/** A longitude with as many whole turns as bring it closest to another one. */
export function turnTo(longitude: number, near: number): number {
  return Math.abs(longitude - near) > 180 ? longitude + wholeTurns(longitude, near) : longitude;
}

/** The turns (-1, 0 or 1) with which longitudes of a single turn can lie between two longitudes that go on. */
export function turnsBetween({ west, east }: Span): number[] {
  return [-1, 0, 1].filter((turn) => west <= 180 + 360 * turn && east >= -180 + 360 * turn);
}

/** A line whose longitudes go on beyond 180 degrees where it crosses the antimeridian. */
export function unwrapLine(line: Line): Line {
  if (!isAcross(line)) return line;
  let before: number | undefined;
  return line.map(([x, y]): Position => {
    before = turnTo(x, before ?? x);
    return [before, y];
  });
}

/**
 * The rings of a polygon whose longitudes go on beyond 180 degrees, holes within the outer ring. A ring that goes around a pole, or around
 * the globe from -180 to 180, is as it was written.
 */
export function unwrapRings(rings: Rings): Rings {
  const [outer, ...holes] = rings.map(unwrapRing);
  if (!outer) return [];
  const middle = middleOf(outer);
  return [
    outer,
    ...holes.map((hole) => {
      const turn = wholeTurns(middleOf(hole), middle);
      return turn === 0 ? hole : hole.map(([x, y]): Position => [x + turn, y]);
    }),
  ];
}

/** A shape for drawing and measuring, whose longitudes go on beyond 180 degrees. */
export function unwrapGeometry<S extends Shape>(shape: S): S;
export function unwrapGeometry(shape: Shape): Shape {
  if (shape.type === 'LineString') return { type: 'LineString', coordinates: [...unwrapLine(shape.coordinates)] };
  return { type: 'Polygon', coordinates: unwrapRings(shape.coordinates).map((ring) => [...ring]) };
}

/** A closed ring as in `unwrapRings`. */
export function unwrapRing(ring: Line): Line {
  const line = unwrapLine(ring);
  if (line === ring) return ring;
  const isClosed = line.at(-1)?.[0] === line[0]?.[0];
  const { west, east } = spanLongitudes(line);
  return isClosed && east > west ? line : ring;
}

function isAcross(line: Line): boolean {
  let before = line[0]?.[0] ?? 0;
  for (const [x] of line) {
    if (Math.abs(x - before) > 180) return true;
    before = x;
  }
  return false;
}

function middleOf(ring: Line): number {
  const { west, east } = spanLongitudes(ring);
  return (west + east) / 2;
}

/** The least and the greatest longitude of a line that is unwrapped. */
export function spanLongitudes(line: Line): Span {
  let west = Infinity;
  let east = -Infinity;
  for (const position of line) {
    west = Math.min(west, position[0]);
    east = Math.max(east, position[0]);
  }
  return { west, east };
}
