import { type Position, type Rings, spanLongitudes } from '@veld/geometry';

/**
 * The polygons of a feature, those that were cut at the antimeridian (RFC 7946, section 3.1.9) as the one that they were. Longitudes of
 * a polygon that was joined go on beyond 180 degrees. What cannot be joined without doubt stays in parts.
 */
export function joinParts(polygons: readonly Rings[]): readonly Rings[] {
  const sides = polygons.map((rings) => spanLongitudes(rings[0] ?? []));
  const west = polygons.filter((_, at) => sides[at]!.east === 180 && sides[at]!.west > 0);
  const east = polygons.filter((_, at) => sides[at]!.west === -180 && sides[at]!.east < 0);
  if (west.length === 0 || east.length === 0) return polygons;
  const onward = east.map((rings) => rings.map((ring) => ring.map(([x, y]): Position => [x + 360, y])));
  const joined = joinedAt180([...west, ...onward]);
  return joined ? [...polygons.filter((one) => !west.includes(one) && !east.includes(one)), ...joined] : polygons;
}

type Edge = readonly [from: Position, to: Position];

/** Without the edges along the cut, which go both ways, once on each side. Null if what is left is not rings. */
function joinedAt180(polygons: readonly Rings[]): Rings[] | null {
  const edges = polygons.flatMap((rings) =>
    rings.flatMap((ring, at) => edgesOf(areaOf(ring) > 0 === (at === 0) ? ring : ring.toReversed())),
  );
  const cuts = [...new Set(edges.flatMap(([[x, y]]) => (x === 180 ? [y] : [])))].toSorted((one, other) => one - other);
  const parts = edges.flatMap((edge) => (edge[0][0] === 180 && edge[1][0] === 180 ? split(edge, cuts) : [edge]));
  const known = new Set(parts.map(keyOf));
  const left = parts.filter(([from, to]) => !known.has(keyOf([to, from])));
  const next = new Map(left.map(([from, to]) => [String(from), to]));
  if (next.size !== left.length || left.length === parts.length) return null;
  const rings: Position[][] = [];
  for (const [start] of left) {
    const ring = [start];
    for (let to = next.get(String(start)); to; to = next.get(String(to))) {
      next.delete(String(ring.at(-1)));
      ring.push(to);
    }
    if (ring.length === 1) continue;
    if (String(ring.at(-1)) !== String(start)) return null;
    rings.push(ring);
  }
  const outer = rings.filter((ring) => areaOf(ring) > 0);
  // Which hole belongs to which of several outlines is not asked here.
  if (outer.length > 1 && outer.length < rings.length) return null;
  return outer.length === 1 ? [[outer[0]!, ...rings.filter((ring) => ring !== outer[0])]] : outer.map((ring) => [ring]);
}

const keyOf = ([from, to]: Edge): string => `${String(from)} ${String(to)}`;

function edgesOf(ring: readonly Position[]): Edge[] {
  return ring.slice(1).map((to, at) => [ring[at]!, to]);
}

/** An edge along the cut in pieces between the vertices of both sides. */
function split([from, to]: Edge, cuts: readonly number[]): Edge[] {
  const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  const between = cuts.filter((y) => y >= south && y <= north).map((y): Position => [180, y]);
  return edgesOf(from[1] < to[1] ? between : between.toReversed());
}

/** Positive if the ring goes counterclockwise. */
function areaOf(ring: readonly Position[]): number {
  return edgesOf(ring).reduce((sum, [[x, y], [toX, toY]]) => sum + x * toY - toX * y, 0);
}
