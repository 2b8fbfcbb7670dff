import { describe, expect, it } from 'vitest';
import { hasCrossing } from './crossing.ts';
import type { Position } from './earth.ts';
import { partBetween, partNearest } from './segments.ts';

const closed = (...corners: Position[]): Position[] => [...corners, corners[0]!];
const square = (x: number, y: number, size: number): Position[] => closed([x, y], [x + size, y], [x + size, y + size], [x, y + size]);

describe('the edges of rings', () => {
  it('have no point in common in a polygon with a hole, nor where one only lies on the line through another', () => {
    expect(hasCrossing([square(0, 0, 4), square(1, 1, 1)])).toBe(false);
    expect(hasCrossing([closed([0, 0], [1, 0], [2, 0], [2, 2])])).toBe(false);
    // The upright edges of the two towers lie on one line.
    expect(hasCrossing([closed([0, 0], [4, 0], [4, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1])])).toBe(false);
    expect(hasCrossing([closed([0, 0], [4, 0], [4, 6], [2, 6], [2, 4], [3, 4], [3, 2], [2, 2], [2, 1], [0, 1])])).toBe(false);
  });

  it.each<[string, Position[][]]>([
    ['cross', [closed([0, 0], [1, 1], [1, 0], [0, 1])]],
    ['go back', [closed([0, 0], [2, 0], [1, 0], [1, 1])]],
    ['touch', [closed([0, 0], [2, 0], [2, 2], [1, 0], [0, 2])]],
    ['have no length', [closed([0, 0], [1, 0], [1, 0], [0, 1])]],
    ['lie on those of a hole', [square(0, 0, 4), square(0, 1, 1)]],
  ])('have one where they %s', (_, rings) => {
    expect(hasCrossing(rings)).toBe(true);
    expect(hasCrossing(rings.map((ring) => ring.toReversed()))).toBe(true);
  });
});

it('the part of a way that is nearest to the origin is on the way', () => {
  expect([partNearest(-1, 5, 4, 0), partNearest(1, 5, 4, 0), partNearest(-9, 5, 4, 0), partNearest(3, 4, 0, 0)]).toEqual([0.25, 0, 1, 0]);
});

it('a way is between two values from where it enters to where it leaves', () => {
  expect([partBetween(0, 4, 1, 2), partBetween(4, -4, 1, 2)]).toEqual([
    [0.25, 0.5],
    [0.5, 0.75],
  ]);
  expect([partBetween(1, 0, 1, 2), partBetween(3, 0, 1, 2)]).toEqual([
    [-Infinity, Infinity],
    [Infinity, -Infinity],
  ]);
});
