import { MAX_SHOWN_CORNERS } from '@veld/contract';
import { type Position, type Rings, simplifyLine } from '@veld/geometry';

const FIRST_TOLERANCE_M = 2;
/** Fewer corners enclose nothing. */
const MIN_CORNERS = 4;

const countCorners = (polygons: readonly Rings[]): number =>
  polygons.reduce((sum, rings) => sum + rings.reduce((corners, ring) => corners + ring.length, 0), 0);

/**
 * The boundary as it is drawn: without the corners that are nearest to it, until it has few enough, and without islands that thereby
 * vanish. Which records lie in a place never depends on it.
 */
export function simplifyBoundary(polygons: readonly Rings[]): Rings[] {
  let shown: Rings[] = [...polygons];
  for (let tolerance = FIRST_TOLERANCE_M; countCorners(shown) > MAX_SHOWN_CORNERS; tolerance *= 2) {
    shown = polygons.flatMap((rings) => {
      const [outer, ...holes] = rings.map((ring) => simplifyRing(ring, tolerance));
      return outer && outer.length >= MIN_CORNERS ? [[outer, ...holes.filter(({ length }) => length >= MIN_CORNERS)]] : [];
    });
  }
  return shown;
}

/** From the corner that is farthest from the first one, as a closed line has no ends. */
function simplifyRing(ring: Rings[number], tolerance: number): Position[] {
  const points = ring.map(([longitude, latitude]) => ({ latitude, longitude }));
  const [first] = points;
  if (!first) return [];
  let [middle, most] = [0, -1];
  for (const [at, { latitude, longitude }] of points.entries()) {
    const far = Math.hypot(latitude - first.latitude, longitude - first.longitude);
    if (far > most) [middle, most] = [at, far];
  }
  const halves = [simplifyLine(points.slice(0, middle + 1), tolerance), simplifyLine(points.slice(middle), tolerance).slice(1)];
  return halves.flat().map(({ latitude, longitude }): Position => [longitude, latitude]);
}
