import { mapKey, obscuredCell } from '@veld/contract';
import { hasBox, isInRings, pointAt, type Position, type Rings } from '@veld/geometry';
import { describe, expect, it } from 'vitest';
import { cutIntoCells, type PlaceCell } from './place-cells.ts';

/** The same numbers from 0 to 1 in each run. */
function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A star with as many corners, whose edges never cross. */
function star(latitude: number, longitude: number, metres: number, corners: number, random: () => number): Position[] {
  const ring = Array.from({ length: corners }, (_, at): Position => {
    const corner = pointAt({ latitude, longitude }, metres * (0.4 + 0.6 * random()), (360 * at) / corners);
    return [corner.longitude, corner.latitude];
  });
  return [...ring, ring[0]!];
}

function has(cells: readonly PlaceCell[], longitude: number, latitude: number): boolean {
  const key = mapKey(latitude, longitude);
  const found = cells.filter(({ isHidden, keyFrom, keyTo }) => !isHidden && key >= keyFrom && key <= keyTo);
  expect(found.length).toBeLessThanOrEqual(1);
  const [cell] = found;
  if (!cell) return false;
  return cell.rings === null || cell.rings.filter((ring) => isInRings([ring], longitude, latitude)).length % 2 === 1;
}

describe('the pieces of a place', () => {
  it.each([
    ['a reserve', 52.1, 5.2, 3000, 12],
    ['a province with a fine border', 52.1, 5.2, 60_000, 3000],
    ['an island at the antimeridian', -17.5, 179.98, 40_000, 200],
    ['a fjord in the far north', 78.2, 15.6, 30_000, 300],
  ])('have the points that %s has, and not those of its hole', (_name, latitude, longitude, metres, corners) => {
    const random = seedRandom(corners);
    const place: Rings = [star(latitude, longitude, metres, corners, random), star(latitude, longitude, metres / 5, 9, random)];
    const cells = cutIntoCells([place]);
    let inside = 0;
    for (let time = 0; time < 4000; time++) {
      const at = pointAt({ latitude, longitude }, metres * 1.1 * Math.sqrt(random()), 360 * random());
      const isIn = isInRings(place, at.longitude, at.latitude);
      if (isIn) inside += 1;
      expect([at, has(cells, at.longitude, at.latitude)]).toEqual([at, isIn]);
    }
    expect(inside).toBeGreaterThan(500);
    expect(cells.length).toBeLessThan(Math.min(2200, 60 + corners));
  });

  it('have the grid cells of hidden records that lie in it as a whole, and no other', () => {
    const random = seedRandom(7);
    for (const [latitude, longitude] of [
      [52.1, 5.2],
      [-17.5, 179.9],
      [0.02, 0.03],
    ] as const) {
      const place: Rings = [star(latitude, longitude, 70_000, 40, random), star(latitude, longitude, 14_000, 8, random)];
      const known = new Set(
        cutIntoCells([place])
          .filter(({ isHidden }) => isHidden)
          .map(({ keyFrom }) => keyFrom),
      );
      let whole = 0;
      for (let north = -0.9; north <= 0.9; north += 0.1)
        for (let east = -1.5; east <= 1.5; east += 0.05) {
          const cell = obscuredCell(latitude + north, longitude + east);
          const isWhole = hasBox(place, cell);
          if (isWhole) whole += 1;
          expect([cell, known.has(mapKey(cell.latitude, cell.longitude))]).toEqual([cell, isWhole]);
        }
      expect(whole).toBeGreaterThan(20);
    }
  });

  it('have the cell of a place that is exactly that cell, and not of one that lacks a few metres of it', () => {
    const { west, south, east, north } = obscuredCell(52.1, 5.2);
    const box = (less: number): Rings => [
      [
        [west, south],
        [east - less, south],
        [east - less, north],
        [west, north],
        [west, south],
      ],
    ];
    const hidden = (less: number) => cutIntoCells([box(less)]).filter(({ isHidden }) => isHidden);
    expect([hidden(0).length, hidden(0.0001).length]).toEqual([1, 0]);
  });

  it('are few for what is simple, and all of a small square', () => {
    expect(cutIntoCells([[star(52, 5, 200, 4, () => 1)]]).length).toBeLessThan(40);
  });
});
