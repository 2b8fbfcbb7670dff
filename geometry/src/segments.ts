import type { Position } from './earth.ts';

/** Straight ways on a plane. Numbers instead of points, because these are called for every vertex, often. */

/** At which part of a way, from 0 at its start to 1 at its end, it is nearest to the origin. */
export function partNearest(x: number, y: number, alongX: number, alongY: number): number {
  const length = alongX * alongX + alongY * alongY;
  return length === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / length));
}

/** From which to which part of a way along one axis it lies between two values (Liang and Barsky). */
export function partBetween(start: number, way: number, least: number, most: number): [enter: number, leave: number] {
  if (way === 0) return start >= least && start <= most ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const [one, other] = [(least - start) / way, (most - start) / way];
  return [Math.min(one, other), Math.max(one, other)];
}

/** Positive if `point` is left of the line from `from` to `to`, negative if right, 0 if on it. */
export function findSide(from: Readonly<Position>, to: Readonly<Position>, point: Readonly<Position>): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);
}

/** The ways from each point of a line to the next one. */
export function listSides<P extends object>(line: readonly P[]): { from: P; to: P }[] {
  const [first, ...others] = line;
  if (first === undefined) return [];
  let from: P = first;
  return others.map((to) => {
    const side = { from, to };
    from = to;
    return side;
  });
}
