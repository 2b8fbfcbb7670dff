import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '@veld/geometry';
import { geometryFault, PlaceGeometry } from './place-geometry.ts';

const polygon = (...rings: Position[][]): PlaceGeometry => ({ type: 'Polygon', coordinates: rings });
const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

describe('the shape of a place', () => {
  it('is a line, or a polygon that may have holes', () => {
    expect(
      geometryFault({
        type: 'LineString',
        coordinates: [
          [5, 52],
          [5.1, 52],
        ],
      }),
    ).toBeNull();
    expect(geometryFault(polygon(square(5, 52, 1)))).toBeNull();
    expect(geometryFault(polygon(square(5, 52, 1), square(5.25, 52.25, 0.25)))).toBeNull();
  });

  it.each<[string, PlaceGeometry]>([
    [
      'shape_size',
      {
        type: 'LineString',
        coordinates: [
          [5, 52],
          [5, 52],
        ],
      },
    ],
    ['shape_size', { type: 'LineString', coordinates: Array.from({ length: 2001 }, (_, at): Position => [at / 100, 52]) }],
    ['shape_size', polygon()],
    [
      'shape_size',
      polygon([
        [0, 0],
        [1, 1],
        [1, 1],
        [0, 0],
      ]),
    ],
    [
      'shape_open',
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ],
    [
      'shape_crossing',
      polygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    ],
    // A spike, a vertex on another edge, a vertex twice, a hole across the edge, and the same hole twice.
    [
      'shape_crossing',
      polygon([
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ]),
    ],
    [
      'shape_crossing',
      polygon([
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
        [0, 0],
      ]),
    ],
    [
      'shape_crossing',
      polygon([
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
    ],
    ['shape_crossing', polygon(square(0, 0, 4), square(3, 1, 2))],
    ['shape_crossing', polygon(square(0, 0, 4), square(1, 1, 1), square(1, 1, 1))],
  ])('has the fault %s', (fault, shape) => {
    expect(geometryFault(shape)).toBe(fault);
    expect(PlaceGeometry.safeParse(shape).error?.issues.map(({ message }) => message)).toEqual([fault]);
  });

  it('lies on the globe, without heights, and is no other geometry', () => {
    for (const position of [
      [181, 0],
      [0, 91],
      [0, 0, 12],
      ['0', 0],
      [Number.NaN, 0],
    ])
      expect(PlaceGeometry.safeParse({ type: 'LineString', coordinates: [[5, 52], position] }).success).toBe(false);
    expect(PlaceGeometry.safeParse({ type: 'MultiPolygon', coordinates: [] }).success).toBe(false);
  });

  it('does not cross itself if it is a star around a point, and does if two far vertices are swapped', () => {
    const star = fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 8, maxLength: 60 });
    fc.assert(
      fc.property(star, fc.nat(), (radii, start) => {
        const corners = radii.map((radius, at): Position => {
          const angle = (2 * Math.PI * at) / radii.length;
          return [radius * Math.cos(angle), radius * Math.sin(angle)];
        });
        expect(geometryFault(polygon([...corners, corners[0]!]))).toBeNull();
        const [one, other] = [start % corners.length, (start + Math.floor(corners.length / 2)) % corners.length];
        const swapped = corners.with(one, corners[other]!).with(other, corners[one]!);
        expect(geometryFault(polygon([...swapped, swapped[0]!]))).toBe('shape_crossing');
      }),
    );
  });
});
