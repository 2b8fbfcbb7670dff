import { degreeWidth, type Point as Place, shortWay } from '@veld/geometry';

interface Point extends Place {
  seq: number;
}

/** A drawing of lines without a map: the box around them, and their path, or the part of it between two points. */
export interface Sketch {
  viewBox: string;
  path: string;
  pathBetween(fromSeq: number, toSeq: number): string;
}

/** The longer side of the drawing, in units. */
const SIZE = 300;
const EDGE = 8;
/** A point or a short walk is not enlarged further, in degrees. */
const LEAST = 0.0005;
/** So many points of a track are enough to see it. */
const MOST_POINTS = 1500;

export function sketchTrack(lines: readonly (readonly Point[])[]): Sketch {
  const thin = thinned(lines);
  const first = thin[0]?.[0] ?? { latitude: 0, longitude: 0 };
  const narrow = Math.max(0.01, degreeWidth(first.latitude));
  const x = ({ longitude }: Point) => shortWay(longitude - first.longitude) * narrow;
  const y = ({ latitude }: Point) => first.latitude - latitude;
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const point of thin.flat()) {
    [left, right] = [Math.min(left, x(point)), Math.max(right, x(point))];
    [top, bottom] = [Math.min(top, y(point)), Math.max(bottom, y(point))];
  }
  const scale = SIZE / Math.max(LEAST, right - left, bottom - top);
  const at = (point: Point) => `${((x(point) - left) * scale + EDGE).toFixed(1)},${((y(point) - top) * scale + EDGE).toFixed(1)}`;
  const pathBetween = (fromSeq: number, toSeq: number) =>
    thin
      .map((line) => line.filter(({ seq }) => seq >= fromSeq && seq <= toSeq))
      .filter(({ length }) => length > 0)
      .map((line) => `M${line.map(at).join('L')}`)
      .join('');
  return {
    viewBox: `0 0 ${((right - left) * scale + 2 * EDGE).toFixed(1)} ${((bottom - top) * scale + 2 * EDGE).toFixed(1)}`,
    path: pathBetween(0, Infinity),
    pathBetween,
  };
}

function thinned(lines: readonly (readonly Point[])[]): Point[][] {
  const count = lines.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.ceil(count / MOST_POINTS));
  return lines.map((line) => line.filter((_, index) => index % step === 0 || index === line.length - 1));
}
