import { MAX_POLYGON_CORNERS } from '@veld/contract';
import { expect, it } from 'vitest';
import { listCorners } from './corners';

it('an outline with too many corners keeps those that give it its form', () => {
  // A long straight side with many points, and a narrow spit of three.
  const side = Array.from({ length: 400 }, (_, at): [number, number] => [5 + at / 1000, 52]);
  const spit: [number, number][] = [
    [5.4, 52.3],
    [5.401, 52.9],
    [5.402, 52.3],
  ];
  const ring = [...side, [5.4, 52] as [number, number], ...spit, [5.0, 52.3] as [number, number], [5, 52] as [number, number]];
  const corners = listCorners({ type: 'Polygon', coordinates: [ring] }, MAX_POLYGON_CORNERS);
  expect(corners.length).toBeLessThanOrEqual(MAX_POLYGON_CORNERS);
  for (const corner of [...spit, [5.0, 52.3], [5, 52], [5.4, 52]]) expect(corners).toContainEqual(corner);
});
