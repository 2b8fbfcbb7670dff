import { useEffect, useMemo, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { type Place, projectNear, type ScreenPoint } from './screen-line';

/** Where places around a longitude are on the screen; another function after each move of the map. */
export function useProjection(map: Pick<MapLibre, 'on' | 'off' | 'project' | 'getCenter'>, around: number): (place: Place) => ScreenPoint {
  const moves = useMoves(map);
  // oxlint-disable-next-line react/exhaustive-deps -- `moves` stands for the view of the map
  return useMemo(() => projectNear(map, around), [map, around, moves]);
}

/** Draws again when the map moves. Another number after each move. */
export function useMoves(map: Pick<MapLibre, 'on' | 'off'>): number {
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const moved = () => setMoves((before) => before + 1);
    map.on('move', moved);
    map.on('resize', moved);
    return () => {
      map.off('move', moved);
      map.off('resize', moved);
    };
  }, [map]);
  return moves;
}
