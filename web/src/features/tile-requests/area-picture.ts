import type { TileRequest } from '@veld/contract';
import type { StillShape } from '../../shared/geo/still/shapes';

const CORNERS = 48;

/** An area as its box, or as the ellipse in it if it is a circle. */
export function areaShape({ west, south, east, north }: TileRequest['box'], kind: TileRequest['area_kind'] | null): StillShape {
  // Across the antimeridian, the longitude goes on.
  const right = east < west ? east + 360 : east;
  const box = [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
    [west, south],
  ];
  if (kind !== 'circle') return { kind: 'area', parts: [box] };
  const ring = Array.from({ length: CORNERS + 1 }, (_, at) => {
    const turn = (2 * Math.PI * (at % CORNERS)) / CORNERS;
    return [(west + right) / 2 + ((right - west) / 2) * Math.cos(turn), (south + north) / 2 + ((north - south) / 2) * Math.sin(turn)];
  });
  return { kind: 'area', parts: [ring] };
}
