import { degreeWidth, shortWay, toPosition, unwrapLine } from '@veld/geometry';
import { trackPieces, type TrackPoint } from '@veld/contract';
import { apart, NEAR_PX, type Place, type ScreenPoint } from '../page/play/screen-line';

interface LinePoint extends Place {
  /** Its place in the track. */
  at: number;
}

/** The line of a track with the place of each of its points in it; points that may be wrong are not on the line. */
export interface TrimLine {
  /** All points, in order. */
  points: readonly LinePoint[];
  /** The parts between gaps, with as many points as anybody can see. Their longitudes go on across the antimeridian. */
  drawn: readonly (readonly LinePoint[])[];
}

/** So many points of a track are enough to see it. */
const MOST_DRAWN = 3000;

export function drawTrimLine(track: readonly TrackPoint[]): TrimLine {
  const places = new Map(track.map(({ seq }, at) => [seq, at]));
  const pieces = trackPieces(track).map((piece) => {
    const line = unwrapLine(piece.map(toPosition));
    return piece.map(({ seq, latitude }, i) => ({ at: places.get(seq)!, latitude, longitude: line[i]![0] }));
  });
  const points = pieces.flat();
  const step = Math.max(1, Math.ceil(points.length / MOST_DRAWN));
  return { points, drawn: pieces.map((piece) => piece.filter((_, i) => i % step === 0 || i === piece.length - 1)) };
}

/** Where the kept part begins (`from`) or ends (`to`) on the line; null for a track without a line. */
export function endOnLine({ points }: TrimLine, at: number, end: 'from' | 'to'): Place | null {
  const found = end === 'from' ? points[countBefore(points, at)] : points[countBefore(points, at + 1) - 1];
  return found ?? points[0] ?? null;
}

/** How many of the points come before a place in the track, by binary search. */
function countBefore(points: readonly LinePoint[], at: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line as it is drawn where points nearer to each other than `NEAR_PX` are one. */
export function lineOnScreen(line: TrimLine, project: (place: Place) => ScreenPoint): TrimLine {
  const drawn = line.drawn.map((part) => {
    let last: ScreenPoint | null = null;
    return part.filter((point, i) => {
      const here = project(point);
      const isDrawn = last === null || i === part.length - 1 || apart(last, here) >= NEAR_PX;
      if (isDrawn) last = here;
      return isDrawn;
    });
  });
  return { ...line, drawn };
}

/** The drawn parts between two points of the track, with exact ends. */
export function keptParts(line: TrimLine, from: number, to: number): [number, number][][] {
  const [first, last] = [endOnLine(line, from, 'from'), endOnLine(line, to, 'to')];
  const parts = line.drawn.map((part) => part.filter(({ at }) => at >= from && at <= to)).filter(({ length }) => length > 0);
  const positions = parts.map((part) => part.map(({ longitude, latitude }): [number, number] => [longitude, latitude]));
  if (first) positions.at(0)?.unshift([first.longitude, first.latitude]);
  if (last) positions.at(-1)?.push([last.longitude, last.latitude]);
  return positions;
}

/**
 * The point of the track on the line nearest to a place. Of the points that are about as near, as where a track goes out and comes back
 * the same way, the one that is nearest in the track to `current`. `tolerance` in degrees of latitude.
 */
export function nearestAt({ points }: TrimLine, place: Place, { current, tolerance }: { current: number; tolerance: number }): number {
  const narrow = degreeWidth(place.latitude);
  const far = ({ longitude, latitude }: Place) => {
    return Math.hypot(shortWay(longitude - place.longitude) * narrow, latitude - place.latitude);
  };
  const distances = points.map(far);
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Infinity) + tolerance;
  let best = current;
  let steps = Infinity;
  points.forEach(({ at }, i) => {
    if (distances[i]! > nearest || Math.abs(at - current) >= steps) return;
    [best, steps] = [at, Math.abs(at - current)];
  });
  return best;
}
