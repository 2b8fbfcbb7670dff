import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaBetween, isMeant, movedByKey } from './HideAreas';

const isInside = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9;

describe('the areas to hide in a screenshot', () => {
  it('reach from one point to the other in any direction, and never out of the picture', () => {
    expect(areaBetween([0.6, 0.5], [0.2, 0.9])).toEqual({ x: 0.2, y: 0.5, width: expect.closeTo(0.4), height: 0.4 });
    // No strip is left at the edge.
    expect(areaBetween([0.01, 0.005], [0.5, 0.985])).toEqual({ x: 0, y: 0, width: 0.5, height: 1 });
    const point = fc.tuple(fc.double({ min: -2, max: 3, noNaN: true }), fc.double({ min: -2, max: 3, noNaN: true }));
    fc.assert(
      fc.property(point, point, (one, other) => {
        expect(isInside(areaBetween(one, other))).toBe(true);
      }),
    );
    expect(isMeant(areaBetween([0.5, 0.5], [0.501, 0.9]))).toBe(false);
  });

  it('move and grow by keys, within the picture', () => {
    const keys = fc.array(fc.tuple(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'), fc.boolean()), { maxLength: 80 });
    fc.assert(
      fc.property(keys, (pressed) => {
        let area = { x: 0.4, y: 0.4, width: 0.2, height: 0.1 };
        for (const [key, isResizing] of pressed) area = movedByKey(area, key, isResizing)!;
        expect(isInside(area)).toBe(true);
        expect(isMeant(area)).toBe(true);
      }),
    );
    expect(movedByKey({ x: 0.4, y: 0.4, width: 0.2, height: 0.1 }, 'ArrowRight', true)!.width).toBeCloseTo(0.22);
    expect(movedByKey({ x: 0, y: 0, width: 1, height: 1 }, 'Enter', false)).toBeNull();
  });
});
