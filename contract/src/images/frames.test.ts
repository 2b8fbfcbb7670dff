import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cropWithin, frameAround, insideSteps } from './frames.ts';

const fraction = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const area = fc
  .record({ x: fraction(0, 0.8), y: fraction(0, 0.8), width: fraction(0.05, 1), height: fraction(0.05, 1) })
  .map(({ x, y, width, height }) => ({ x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) }));

it('a frame has its ratio, surrounds the focus where it can, and never leaves its area', () => {
  const picture = { width: 4000, height: 3000 };
  expect(frameAround({ x: 0, y: 0, width: 1, height: 1 }, { x: 0.5, y: 0.5 }, 1, picture)).toEqual({
    x: 0.125,
    y: 0,
    width: 0.75,
    height: 1,
  });
  expect(frameAround({ x: 0, y: 0, width: 1, height: 1 }, { x: 0.9, y: 0.1 }, 1, picture)).toEqual({
    x: 0.25,
    y: 0,
    width: 0.75,
    height: 1,
  });
  fc.assert(
    fc.property(
      area,
      fraction(0, 1),
      fraction(0, 1),
      fc.constantFrom(1, 4 / 3),
      fc.integer({ min: 20, max: 60_000 }),
      (within, x, y, ratio, width) => {
        const frame = frameAround(within, { x, y }, ratio, { width, height: 1000 });
        if (frame === null) return;
        const slack = 1e-8;
        expect(frame.x).toBeGreaterThanOrEqual(within.x - slack);
        expect(frame.y).toBeGreaterThanOrEqual(within.y - slack);
        expect(frame.x + frame.width).toBeLessThanOrEqual(within.x + within.width + slack);
        expect(frame.y + frame.height).toBeLessThanOrEqual(within.y + within.height + slack);
      },
    ),
  );
});

it('a crop of a crop is a crop of the whole', () => {
  const outer = { x: 0.5, y: 0, width: 0.5, height: 0.5 };
  expect(cropWithin(outer, { x: 0.5, y: 0.5, width: 0.5, height: 0.5 })).toEqual({ x: 0.75, y: 0.25, width: 0.25, height: 0.25 });
  expect(cropWithin(outer, null)).toEqual(outer);
  expect(cropWithin(null, null)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  expect(insideSteps({ x: 0.00004, y: 0, width: 0.5, height: 0.01 })).toBeNull();
});
