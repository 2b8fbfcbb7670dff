import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapLongitude } from './antimeridian.ts';
import { type Box, hasBox } from './boxes.ts';
import type { Position } from './earth.ts';
import { isInRings } from './inside.ts';

const ring = ({ west, south, east, north }: Box): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const boxes = fc
  .record({
    x: fc.integer({ min: -40, max: 40 }),
    y: fc.integer({ min: -40, max: 40 }),
    w: fc.integer({ min: 1, max: 30 }),
    h: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ x, y, w, h }): Box => ({ west: x, south: y, east: x + w, north: y + h }));

describe('a polygon', () => {
  it('has the points inside and not those outside', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: -60, max: 80 }), fc.integer({ min: -60, max: 80 }), (box, x, y) => {
        // Off the edges, which lie on whole numbers.
        const [px, py] = [x + 0.5, y + 0.25];
        const isIn = px > box.west && px < box.east && py > box.south && py < box.north;
        expect(isInRings([ring(box)], px, py)).toBe(isIn);
      }),
    );
  });

  const offset = fc.integer({ min: -2, max: 20 });
  it('has the same points and boxes wherever it is turned around the globe', () => {
    fc.assert(
      fc.property(boxes, offset, offset, fc.boolean(), fc.integer({ min: -720, max: 720 }), (area, right, up, hasHole, degrees) => {
        // In the area, on its side or beside it.
        const [x, y] = [area.west + right, area.south + up];
        // To anywhere, beyond the antimeridian, and across it.
        const turn = [degrees, 181 - x, 179 - x][Math.abs(degrees) % 3]!;
        const turned = (longitude: number) => wrapLongitude(longitude + turn + 0.25);
        const hole = ring({ west: x + 1, south: y + 1, east: x + 2, north: y + 2 });
        const rings = [ring(area), ...(hasHole ? [hole] : [])];
        const elsewhere = rings.map((one) => one.map(([longitude, latitude]): Position => [turned(longitude), latitude]));
        const here = { west: x + 0.5, south: y + 0.5, east: x + 2.5, north: y + 2.5 };
        const west = turned(here.west);
        const there = { ...here, west, east: west + 2 };
        expect(hasBox(elsewhere, there)).toBe(hasBox(rings, here));
        expect(isInRings(elsewhere, west, here.south)).toBe(isInRings(rings, here.west, here.south));
      }),
      { numRuns: 500 },
    );
  });

  it('has a box that ends at the antimeridian, from either side', () => {
    const strip = { west: 179, south: -1, east: 180, north: 1 };
    const cell = { west: 179.5, south: -0.5, east: 180, north: 0.5 };
    const mirrored = (box: Box): Box => ({ ...box, west: -box.east, east: -box.west });
    expect([hasBox([ring(strip)], cell), hasBox([ring(mirrored(strip))], mirrored(cell))]).toEqual([true, true]);
    expect([hasBox([ring(strip)], mirrored(cell)), hasBox([ring(mirrored(strip))], cell)]).toEqual([false, false]);
  });

  it('has a box only if it has every point of it', () => {
    fc.assert(
      fc.property(boxes, boxes, boxes, (outer, hole, inner) => {
        const rings = [ring(outer), ring(hole)];
        const small = { west: inner.west + 0.5, south: inner.south + 0.5, east: inner.east - 0.4, north: inner.north - 0.4 };
        const points: Position[] = [];
        for (let x = small.west; x <= small.east; x += 0.1) for (let y = small.south; y <= small.north; y += 0.1) points.push([x, y]);
        const isWhole = hasBox(rings, small);
        const isAway = small.east < hole.west || small.west > hole.east || small.north < hole.south || small.south > hole.north;
        const isIn = small.west > outer.west && small.east < outer.east && small.south > outer.south && small.north < outer.north;
        expect([!isWhole || points.every((point) => isInRings(rings, ...point)), !isAway || isWhole === isIn]).toEqual([true, true]);
      }),
      { numRuns: 60 },
    );
  });

  it('does not have a box that a narrow hole cuts, although its corners lie inside', () => {
    const outer = ring({ west: 0, south: 0, east: 10, north: 10 });
    const slit = ring({ west: 4.9, south: 1, east: 5.1, north: 9 });
    const box = { west: 4, south: 4, east: 6, north: 6 };
    expect([hasBox([outer], box), hasBox([outer, slit], box)]).toEqual([true, false]);
  });
});
