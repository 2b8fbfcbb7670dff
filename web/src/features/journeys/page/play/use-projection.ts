import { useMemo } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useMoves } from '../../../../shared/geo/map/use-moves';
import { type Place, projectNear, type ScreenPoint } from './screen-line';

/** Where places around a longitude are on the screen; another function after each move of the map. */
export function useProjection(map: Pick<MapLibre, 'on' | 'off' | 'project' | 'getCenter'>, around: number): (place: Place) => ScreenPoint {
  const moves = useMoves(map);
  // oxlint-disable-next-line react/exhaustive-deps -- `moves` stands for the view of the map
  return useMemo(() => projectNear(map, around), [map, around, moves]);
}
