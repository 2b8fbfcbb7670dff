import { METRES_PER_DEGREE, type PlaceColour } from '@veld/contract';
import type { Extent } from './projection';

export type Position = readonly number[];

/** What a small map shows. Coordinates in degrees (WGS 84), positions as longitude and latitude. `place`: the colour of a saved place. */
export type StillShape =
  | { kind: 'point'; latitude: number; longitude: number; uncertainty_m?: number | null | undefined; place?: PlaceColour }
  /** A cell of a grid. A hidden place is one, never a point. */
  | (Extent & { kind: 'cell'; records: number; isObscured?: boolean })
  | { kind: 'line' | 'area'; parts: readonly (readonly Position[])[]; place?: PlaceColour };

/** The smallest extent that has all shapes in it, across the antimeridian where that is shorter. Null without any position. */
export function extentOfShapes(shapes: readonly StillShape[]): Extent | null {
  const spans = shapes.map(spanOf).filter(({ west, south }) => Number.isFinite(west) && Number.isFinite(south));
  if (spans.length === 0) return null;
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
  const span = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  // One by one: a long track has more positions than a call may have arguments.
  for (const part of shape.parts)
    for (const [x, y] of part) {
      [span.west, span.east] = [Math.min(span.west, x!), Math.max(span.east, x!)];
      [span.south, span.north] = [Math.min(span.south, y!), Math.max(span.north, y!)];
    }
  return span;
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
