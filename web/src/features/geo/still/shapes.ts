import type { PlaceColour } from '@veld/contract';
import type { Extent } from './projection';

export type Position = readonly number[];

/** What a small map shows. Coordinates in degrees (WGS 84), positions as longitude and latitude. `place`: the colour of a saved place. */
export type StillShape =
  | { kind: 'point'; latitude: number; longitude: number; uncertainty_m?: number | null | undefined; place?: PlaceColour }
  /** A cell of a grid. A hidden place is one, never a point. */
  | (Extent & { kind: 'cell'; records: number; isObscured?: boolean })
  | { kind: 'line' | 'area'; parts: readonly (readonly Position[])[]; place?: PlaceColour };

const METRES_PER_DEGREE = 111_195;

/** The smallest extent that has all shapes in it, across the antimeridian where that is shorter. Null without shapes. */
export function extentOfShapes(shapes: readonly StillShape[]): Extent | null {
  if (shapes.length === 0) return null;
  const spans = shapes.map(spanOf);
  const south = Math.min(...spans.map((span) => span.south));
  const north = Math.max(...spans.map((span) => span.north));
  return { south, north, ...longitudesOf(spans) };
}

function spanOf(shape: StillShape): Extent {
  if (shape.kind === 'cell') return shape;
  if (shape.kind === 'point') {
    const { latitude, longitude, uncertainty_m } = shape;
    const up = (uncertainty_m ?? 0) / METRES_PER_DEGREE;
    const right = up / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    return { west: longitude - right, east: longitude + right, south: latitude - up, north: latitude + up };
  }
  const positions = shape.parts.flat();
  const [longitudes, latitudes] = [positions.map(([x]) => x!), positions.map(([, y]) => y!)];
  return { west: Math.min(...longitudes), east: Math.max(...longitudes), south: Math.min(...latitudes), north: Math.max(...latitudes) };
}

/** The range of longitudes that leaves out the widest gap between the spans. */
function longitudesOf(spans: readonly Extent[]): { west: number; east: number } {
  const sorted = spans.toSorted((one, other) => one.west - other.west);
  const first = sorted[0]!;
  let reached = first.east;
  let widest = { gap: -1, west: first.west, east: first.east };
  for (const { west, east } of sorted.slice(1)) {
    if (west - reached > widest.gap) widest = { gap: west - reached, west, east: reached + 360 };
    reached = Math.max(reached, east);
  }
  const around = first.west + 360 - reached;
  return around >= widest.gap ? { west: first.west, east: reached } : { west: widest.west, east: widest.east };
}
