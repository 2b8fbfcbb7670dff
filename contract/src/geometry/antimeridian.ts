/*
 * The antimeridian (decision 0063): every edge goes the short way around the globe. Stored longitudes lie between -180 and 180, and 180
 * and -180 are one place. Before longitudes are compared, added up or averaged, lines and rings are unwrapped: their longitudes go on
 * beyond 180 degrees.
 */

type Position = [longitude: number, latitude: number];
type Shape = { type: 'LineString'; coordinates: Position[] } | { type: 'Polygon'; coordinates: Position[][] };

/** A longitude within one turn, above -180 up to 180 degrees. */
export function wrapLongitude(longitude: number): number {
  if (longitude > -180 && longitude <= 180) return longitude;
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned === 0 ? 180 : turned - 180;
}

/** A longitude with as many whole turns as bring it closest to another one. */
export function turnTo(longitude: number, near: number): number {
  return Math.abs(longitude - near) > 180 ? longitude - 360 * Math.round((longitude - near) / 360) : longitude;
}

/** Whether a longitude lies between two others, going east from `west`. All of the globe does between -180 and 180. */
export function isBetweenLongitudes(longitude: number, west: number, east: number): boolean {
  const eastOf = (degrees: number) => (((degrees - west) % 360) + 360) % 360;
  return east - west >= 360 || eastOf(longitude) <= eastOf(east);
}

/** The turns (-1, 0 or 1) with which longitudes of a single turn can lie between two longitudes that go on. */
export function turnsBetween(west: number, east: number): number[] {
  return [-1, 0, 1].filter((turn) => west <= 180 + 360 * turn && east >= -180 + 360 * turn);
}

/** A line whose longitudes go on beyond 180 degrees where it crosses the antimeridian. */
export function unwrapLine(line: readonly Position[]): readonly Position[] {
  if (!isAcross(line)) return line;
  let before = line[0]![0];
  return line.map(([x, y]): Position => {
    before = turnTo(x, before);
    return [before, y];
  });
}

/**
 * The rings of a polygon whose longitudes go on beyond 180 degrees, holes within the outer ring. A ring that goes around a pole, or around
 * the globe from -180 to 180, is as it was written.
 */
export function unwrapRings(rings: readonly (readonly Position[])[]): readonly (readonly Position[])[] {
  const [outer, ...holes] = rings.map(unwrapRing);
  if (!outer) return [];
  const middle = middleOf(outer);
  return [
    outer,
    ...holes.map((hole) => {
      const own = middleOf(hole);
      const turn = turnTo(own, middle) - own;
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

function unwrapRing(ring: readonly Position[]): readonly Position[] {
  const line = unwrapLine(ring);
  const isClosed = line.at(-1)?.[0] === line[0]?.[0];
  const { west, east } = longitudesOf(line);
  return isClosed && east > west ? line : ring;
}

function isAcross(line: readonly Position[]): boolean {
  return line.some(([x], at) => at > 0 && Math.abs(x - line[at - 1]![0]) > 180);
}

function middleOf(ring: readonly Position[]): number {
  const { west, east } = longitudesOf(ring);
  return (west + east) / 2;
}

/** The least and the greatest longitude of a line that is unwrapped. */
export function longitudesOf(line: readonly Position[]): { west: number; east: number } {
  let [west, east] = [Infinity, -Infinity];
  for (const [x] of line) [west, east] = [Math.min(west, x), Math.max(east, x)];
  return { west, east };
}

/** Whether a point lies in the outer ring of a polygon and in none of its holes. On an edge it may be either. */
export function isInRings(rings: readonly (readonly Position[])[], longitude: number, latitude: number): boolean {
  let isIn = false;
  for (const ring of rings.map(unwrapRing)) {
    const { west, east } = longitudesOf(ring);
    for (const turn of turnsBetween(west, east)) {
      const x = wrapLongitude(longitude) + 360 * turn;
      if (x < west || x > east) continue;
      for (let at = 1; at < ring.length; at++) {
        const [[ax, ay], [bx, by]] = [ring[at - 1]!, ring[at]!];
        // A ray to the east crosses an odd number of edges from a point inside.
        if (ay > latitude !== by > latitude && x < ((bx - ax) * (latitude - ay)) / (by - ay) + ax) isIn = !isIn;
      }
    }
  }
  return isIn;
}
