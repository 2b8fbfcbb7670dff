import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';

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
