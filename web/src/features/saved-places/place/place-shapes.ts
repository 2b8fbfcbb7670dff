import { unwrapLine, unwrapRings } from '@veld/geometry';
import type { StillShape } from '../../../shared/geo/still/shapes';
import type { SavedPlace } from '../../../local/changes/saved-places';

/** What a small map shows of a place, in its colour: its line or area, or its point with the uncertainty. */
export function shapesOfPlace({ geometry, latitude, longitude, uncertainty_m, colour }: SavedPlace): StillShape[] {
  const place = colour ?? 'moss';
  if (geometry?.type === 'LineString') return [{ kind: 'line', parts: [unwrapLine(geometry.coordinates)], place }];
  if (geometry?.type === 'Polygon') return [{ kind: 'area', parts: unwrapRings(geometry.coordinates), place }];
  return [{ kind: 'point', latitude, longitude, uncertainty_m, place }];
}
