import { linesThrough } from '../track-overlay';

interface Point {
  latitude: number;
  longitude: number;
}

export interface ScreenPoint {
  x: number;
  y: number;
}

/** A part of a track on the screen. */
export interface ScreenPart {
  points: ScreenPoint[];
  /** How long the part is up to each of its points. */
  lengths: number[];
  /** For SVG. */
  path: string;
}

type Project = (longitude: number, latitude: number) => ScreenPoint;

/** The parts of a track on the screen. */
export function screenParts(pieces: readonly (readonly Point[])[], project: Project): ScreenPart[] {
  return linesThrough(pieces).map((line) => {
    const points = line.map(([longitude, latitude]) => project(longitude, latitude));
    let length = 0;
    const lengths = points.map((point, at) => (length += at === 0 ? 0 : apart(points[at - 1]!, point)));
    const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    return { points, lengths, path };
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
  return Math.min(lengths[passed]!, lengths[last]! + beyond);
}

const apart = (one: ScreenPoint, other: ScreenPoint) => Math.hypot(one.x - other.x, one.y - other.y);
