import type { Map as MapLibre, MapGeoJSONFeature, Point } from 'maplibre-gl';
import { reachAround, type Way } from '../spot/use-map-tools';
import { placeAt } from '../tools/saved-places';
import { CELLS, OBSCURED, OWN_POINTS, POINTS } from './overlay';

/** A cell of a tile or of the obscuring grid, the effort in a cell, or records. */
export type Tapped =
  | { kind: 'cell'; level: number; cell: number; isObscured: boolean }
  | { kind: 'effort'; personDays: number }
  | { kind: 'records'; ids: readonly string[] };

/** Level to request for cells of the obscuring grid, which are identified by the `map_key` of their centre. */
const KEY_LEVEL = 26;

/** The records at a screen position, else the saved place, else the cell, else the area of a saved place, else null. */
export function everyoneAt(map: MapLibre, point: Point): Tapped | Way | null {
  const drawn = (...names: string[]) => names.filter((name) => map.getLayer(name));
  const around = reachAround(point);
  const points = map.queryRenderedFeatures(around, { layers: drawn(POINTS, OWN_POINTS) });
  if (points.length > 0) return { kind: 'records', ids: [...new Set(points.map(({ properties }) => String(properties.id)))] };
  const place = placeAt(map, point, false);
  if (place) return place;
  const [cell] = map.queryRenderedFeatures(around, { layers: drawn(CELLS, OBSCURED) });
  return cell ? tappedCell(cell, cell.layer.id === OBSCURED) : placeAt(map, point, true);
}

export function tappedCell({ id, properties }: Pick<MapGeoJSONFeature, 'id' | 'properties'>, isObscured: boolean): Tapped {
  if ('person_days' in properties) return { kind: 'effort', personDays: Number(properties.person_days) };
  return { kind: 'cell', level: isObscured ? KEY_LEVEL : Number(properties.level), cell: Number(id), isObscured };
}
