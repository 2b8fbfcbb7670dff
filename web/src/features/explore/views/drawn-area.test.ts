import { recordFilter } from '@veld/contract';
import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { outlineFilter, readBounds, writePolygon } from './drawn-area';

/** A ring around Utrecht with that many corners. */
function circle(corners: number) {
  const ring = Array.from({ length: corners }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / corners;
    return [5.12 + 0.1 * Math.cos(angle), 52.09 + 0.06 * Math.sin(angle)];
  });
  return { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] };
}

it('a drawn area becomes a polygon that a filter can have, however many corners it has', () => {
  for (const corners of [3, 100, 101, 1999]) {
    const read = z.parse(recordFilter.shape.polygon, writePolygon(circle(corners)))!;
    expect(read.length).toBeLessThanOrEqual(100);
    expect(read.length).toBeGreaterThanOrEqual(Math.min(corners, 20));
    for (const [longitude, latitude] of read) expect(Math.hypot((longitude - 5.12) / 0.1, (latitude - 52.09) / 0.06)).toBeCloseTo(1, 3);
  }
});

it('an area across the antimeridian keeps longitudes that a filter can have', () => {
  const ring = [
    [179, -17],
    [181, -17],
    [181, -16],
    [179, -17],
  ] as [number, number][];
  expect(writePolygon({ type: 'Polygon', coordinates: [ring] })).toBe('179 -17,-179 -17,-179 -16');
});

it('the outline of a filter is closed, and goes on beyond the antimeridian', () => {
  expect(outlineFilter(undefined, readBounds(undefined))).toBeNull();
  expect(outlineFilter('5 52,6 52,6 53', null)).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [5, 52],
        [6, 52],
        [6, 53],
        [5, 52],
      ],
    ],
  });
  const box = outlineFilter(undefined, readBounds('170,-20,-175,-10'));
  expect(box?.type === 'Polygon' && Math.max(...box.coordinates[0]!.map(([longitude]) => longitude!))).toBe(185);
});
