import type { Map as MapLibre } from 'maplibre-gl';
import { wholeTurns } from '@veld/geometry';
import { linesThrough } from '../track-overlay';

export interface Place {
  latitude: number;
  longitude: number;
}

export interface ScreenPoint {
  x: number;
  y: number;
}

/** A part of a track on the screen. */
export interface ScreenPart {
  /** Where its path is at each of its points. */
  points: ScreenPoint[];
  /** How long its path is up to each of its points. */
  lengths: number[];
  /** For SVG. */
  path: string;
}

/** A path has no points nearer to each other: with thousands of them, drawing it takes longer than a frame. */
export const NEAR_PX = 2;

type Project = (longitude: number, latitude: number) => ScreenPoint;

/** The parts of a track on the screen. */
export function screenParts(pieces: readonly (readonly Place[])[], project: Project): ScreenPart[] {
  return linesThrough(pieces).map((line) => {
    const points = line.map(([longitude, latitude]) => project(longitude, latitude));
    const part: ScreenPart = { points: [], lengths: [], path: '' };
    for (const [at, point] of points.entries()) {
      const last = part.points.at(-1) ?? point;
      const step = apart(last, point);
      const isDrawn = at === 0 || at === points.length - 1 || step >= NEAR_PX;
      part.points.push(isDrawn ? point : last);
      part.lengths.push((part.lengths.at(-1) ?? 0) + (isDrawn ? step : 0));
      if (isDrawn) part.path += `${at === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    }
    return part;
  });
}

/**
 * How much of a part is passed, after so many of its points: nothing (null), or its length up to the last of them, and from there to
 * `here` if that lies before the next.
 */
export function passedLength({ points, lengths }: ScreenPart, passed: number, here: ScreenPoint | null): number | null {
  if (passed === 0) return null;
  if (passed >= points.length) return lengths.at(-1)!;
  const last = passed - 1;
  const beyond = here ? apart(points[last]!, here) : 0;
  return Math.min(Math.max(lengths[passed]!, lengths[last]! + NEAR_PX), lengths[last]! + beyond);
}

export const apart = (one: ScreenPoint, other: ScreenPoint) => Math.hypot(one.x - other.x, one.y - other.y);

/** Where places are on the screen: all around one longitude, in the world that is nearest to the middle of the map. */
export function projectNear(map: Pick<MapLibre, 'project' | 'getCenter'>, around: number): (place: Place) => ScreenPoint {
  const turn = wholeTurns(around, map.getCenter().lng);
  return ({ longitude, latitude }) => {
    const near = longitude + wholeTurns(longitude, around);
    return map.project([near + turn, latitude]);
  };
}
