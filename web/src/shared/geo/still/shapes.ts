import type { PlaceColour } from '@veld/contract';
import { boundPositions, joinSpans, widenBox } from '@veld/geometry';
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
  return { south, north, ...joinSpans(spans) };
}

function spanOf(shape: StillShape): Extent {
  if (shape.kind === 'cell') return shape;
  if (shape.kind === 'point') {
    const { latitude, longitude, uncertainty_m } = shape;
    return widenBox({ west: longitude, east: longitude, south: latitude, north: latitude }, uncertainty_m ?? 0);
  }
  return boundPositions(shape.parts.flat());
}
