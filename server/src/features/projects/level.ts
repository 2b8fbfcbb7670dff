import type { ProjectArea } from '@veld/contract';
import { boundPositions, unwrapGeometry } from '@veld/geometry';
import { SQUARE_LEVEL } from '../map/squares.ts';

/** Squares along the longer side of an area. */
const SQUARES = 32;
/** About 300 m in the middle of Europe. */
const FINEST_LEVEL = 17;

/** The level of the squares of a project's map: finer ones for a small area. */
export function chooseLevel(area: ProjectArea): number {
  if (area.type !== 'polygon') return SQUARE_LEVEL;
  const { type, coordinates } = unwrapGeometry(area.geometry);
  const { west, south, east, north } = boundPositions(type === 'Polygon' ? coordinates.flat() : coordinates);
  const side = Math.max(east - west, north - south, 1e-6);
  return Math.max(SQUARE_LEVEL, Math.min(FINEST_LEVEL, Math.round(Math.log2((360 / side) * SQUARES))));
}
