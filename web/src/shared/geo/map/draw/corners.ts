import type { PlaceGeometry } from '@veld/contract';
import { type Position, simplifyLine, wrapLongitude } from '@veld/geometry';

/** Metres that a simplified outline may differ by at first. */
const FIRST_TOLERANCE_M = 1;

/**
 * The corners of a drawn area, at most `max`: of its outer ring, which is simplified where it has more, so that its form stays. Degrees with
 * five decimals, which is a metre.
 */
export function listCorners({ coordinates }: PlaceGeometry & { type: 'Polygon' }, max: number): [longitude: number, latitude: number][] {
  const outer = coordinates[0]!.map(([longitude, latitude]: Position) => ({ longitude, latitude }));
  let corners = outer;
  for (let tolerance = FIRST_TOLERANCE_M; corners.length - 1 > max; tolerance *= 2) corners = simplifyLine(outer, tolerance);
  return corners
    .slice(0, -1)
    .map(({ longitude, latitude }): [number, number] => [Number(wrapLongitude(longitude).toFixed(5)), Number(latitude.toFixed(5))]);
}
