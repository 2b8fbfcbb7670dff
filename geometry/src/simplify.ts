import { shortWay } from './antimeridian.ts';
import { degreeWidth, METRES_PER_DEGREE, type Point } from './earth.ts';
import { partNearest } from './segments.ts';

/** Of halvings, after how many levels a part is halved. Lines that people walk need fewer. */
const DEEP = 3;

/**
 * A line without the points that are less than `tolerance` metres from it (Douglas and Peucker). Where the farthest points lie at the
 * ends of the parts again and again, as in a zigzag that grows, parts are cut in the middle instead, which keeps a few points more; so
 * it takes n log n steps at most, like introsort.
 */
export function simplifyLine<P extends Point>(line: readonly P[], tolerance: number): P[] {
  if (line.length < 3) return [...line];
  const isKept = new Uint8Array(line.length);
  isKept[0] = isKept[line.length - 1] = 1;
  const deepest = DEEP * Math.ceil(Math.log2(line.length));
  const parts: [from: number, to: number, depth: number][] = [[0, line.length - 1, 0]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to, depth] = part;
    let [farthest, most] = [-1, tolerance];
    for (let at = from + 1; at < to; at++) {
      const metres = metresFrom(line[at]!, line[from]!, line[to]!);
      if (metres > most) [farthest, most] = [at, metres];
    }
    if (farthest < 0) continue;
    const cut = depth < deepest ? farthest : Math.floor((from + to) / 2);
    isKept[cut] = 1;
    parts.push([from, cut, depth + 1], [cut, to, depth + 1]);
  }
  return line.filter((_, at) => isKept[at] === 1);
}

/** From a point to the straight way between two others, on a plane that touches the globe at the point. Called for every point, often. */
function metresFrom(point: Point, from: Point, to: Point): number {
  const across = METRES_PER_DEGREE * degreeWidth(point.latitude);
  const ax = shortWay(from.longitude - point.longitude) * across;
  const ay = (from.latitude - point.latitude) * METRES_PER_DEGREE;
  const dx = shortWay(to.longitude - point.longitude) * across - ax;
  const dy = (to.latitude - point.latitude) * METRES_PER_DEGREE - ay;
  const along = partNearest(ax, ay, dx, dy);
  return Math.sqrt((ax + along * dx) ** 2 + (ay + along * dy) ** 2);
}
