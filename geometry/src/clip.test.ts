import { describe, expect, it } from 'vitest';
import { clipRing, isInRings, measureFlatArea, type Position } from './index.ts';

const BOX = { west: 0, south: 0, east: 10, north: 10 };
/** A comb, whose teeth reach into the box from the north. */
const COMB: Position[] = [
  [-5, 20],
  [-5, 5],
  [2, 5],
  [2, 15],
  [4, 15],
  [4, 5],
  [6, 5],
  [6, 20],
  [-5, 20],
];

describe('the part of a ring in a box', () => {
  it('has every point of the box that the ring has, also where it falls into two', () => {
    const part = clipRing(COMB, BOX);
    for (let x = 0.5; x < 10; x++)
      for (let y = 0.5; y < 10; y++) expect([x, y, isInRings([part], x, y)]).toEqual([x, y, isInRings([COMB], x, y)]);
    expect(measureFlatArea(part)).toBeCloseTo(20);
  });

  it('is the box for a ring around it, and empty for one beside it', () => {
    const around: Position[] = [
      [-1, -1],
      [11, -1],
      [11, 11],
      [-1, 11],
      [-1, -1],
    ];
    expect(clipRing(around, BOX)).toHaveLength(5);
    expect(measureFlatArea(clipRing(around, BOX))).toBe(100);
    expect(
      clipRing(
        around.map(([x, y]): Position => [x + 20, y]),
        BOX,
      ),
    ).toEqual([]);
  });
});
