import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { CELLS, OBSCURED, POINTS } from './overlay';

/** A cell of a tile, one of the obscuring grid, or records. */
export type Tapped = { kind: 'cell'; level: number; cell: number; isObscured: boolean } | { kind: 'records'; ids: readonly string[] };

/** The level of the cells of the obscuring grid, which are named by the `map_key` of their centre. */
const KEY_LEVEL = 26;
/** A finger is wider than a point. */
const REACH_PX = 8;

/** Tells what of everyone's records was tapped; null beside them. Returns what stops it. */
export function onEveryoneTap(map: MapLibre, tapped: (what: Tapped | null) => void): () => void {
  const click = ({ point }: MapMouseEvent) => {
    if (!map.getLayer(POINTS)) return;
    const around: [[number, number], [number, number]] = [
      [point.x - REACH_PX, point.y - REACH_PX],
      [point.x + REACH_PX, point.y + REACH_PX],
    ];
    const ids = map.queryRenderedFeatures(around, { layers: [POINTS] }).map(({ properties }) => String(properties.id));
    if (ids.length > 0) return tapped({ kind: 'records', ids: [...new Set(ids)] });
    const [cell] = map.queryRenderedFeatures(around, { layers: [CELLS, OBSCURED] });
    if (!cell) return tapped(null);
    const isObscured = cell.layer.id === OBSCURED;
    tapped({ kind: 'cell', level: isObscured ? KEY_LEVEL : Number(cell.properties.level), cell: Number(cell.id), isObscured });
  };
  map.on('click', click);
  return () => void map.off('click', click);
}
