import type { MapBox } from '@veld/contract';

/** Sources and layers of the operator's maps have names that begin with this, so that they are not those of ours. */
export const PREFIX = 'operator-';

export function isOperators(source: string | undefined): boolean {
  return source?.startsWith(PREFIX) ?? false;
}

/** From this zoom on, the names of a map that was added take the place of the built-in ones where it has tiles. */
export const NAMES_FROM = 9;

/** Boxes as one shape. */
export function coverFrom(boxes: readonly MapBox[]): GeoJSON.MultiPolygon {
  const coordinates = boxes.map(({ west, south, east, north }) => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ]);
  return { type: 'MultiPolygon', coordinates };
}

/** The boxes that `coverFrom` made a shape of. */
export function boxesIn(cover: GeoJSON.MultiPolygon | null): MapBox[] {
  return (cover?.coordinates ?? []).map(([ring]) => {
    const [southWest, , northEast] = ring!;
    return { west: southWest![0]!, south: southWest![1]!, east: northEast![0]!, north: northEast![1]! };
  });
}
