import type { EmbedCell, ProjectArea } from '@veld/contract';
import { unwrapRings } from '@veld/geometry';
import type { StillShape } from '../../../shared/geo/still/shapes';

/** The outline of a project's area, and the cells in which something was recorded. */
export function listProjectShapes(area: ProjectArea, cells: readonly EmbedCell[]): StillShape[] {
  const outline: StillShape[] =
    area.type === 'polygon' && area.geometry.type === 'Polygon'
      ? [{ kind: 'area', parts: unwrapRings(area.geometry.coordinates), place: 'moss' }]
      : [];
  return [...outline, ...cells.map(({ is_obscured, ...cell }): StillShape => ({ ...cell, kind: 'cell', isObscured: is_obscured }))];
}
