import type { PlaceGeometry, ProjectArea, ProjectWrite } from '@veld/contract';
import type { Box } from '@veld/geometry';

/** The body of a save: a project of May 2026 in the world for everyone, with the properties in `change` replaced. */
export function projectBody(change: Partial<ProjectWrite> = {}): ProjectWrite {
  return {
    name: 'Moth night',
    description: 'With a **lamp**.',
    start_on: '2026-05-01',
    end_on: '2026-05-31',
    time_zone: 'Europe/Amsterdam',
    area: { type: 'worldwide' },
    taxon_ids: [],
    groups: [],
    photo_required: false,
    confirmed_only: false,
    joining: 'everyone',
    ...change,
  };
}

/** The area of boxes in degrees; all but the first are holes. */
export function boxArea(
  ...boxes: Box[]
): Extract<ProjectArea, { type: 'polygon' }> & { geometry: Extract<PlaceGeometry, { type: 'Polygon' }> } {
  return { type: 'polygon', geometry: { type: 'Polygon', coordinates: boxes.map(ringOf) } };
}

function ringOf({ west, south, east, north }: Box): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
