import { describe, expect, it } from 'vitest';
import { extentOfShapes } from '../../shared/geo/still/shapes';
import { areaShape, shownAt } from './MapCard';

describe('the picture of an offline map', () => {
  const partsOf = (shape: ReturnType<typeof areaShape>) => (shape.kind === 'area' ? shape.parts : []);

  it('is its box, also across the antimeridian', () => {
    const box = { west: 178, south: -20, east: -178, north: -15 };
    expect(extentOfShapes([areaShape(box, 'polygon')])).toEqual({ west: 178, south: -20, east: 182, north: -15 });
    expect(partsOf(areaShape(box, 'country'))[0]).toHaveLength(5);
  });

  it('is round where the area is', () => {
    const [ring] = partsOf(areaShape({ west: 4, south: 51, east: 6, north: 53 }, 'circle'));
    expect(ring!.length).toBeGreaterThan(20);
    for (const [x, y] of ring!) expect(Math.hypot(x! - 5, y! - 52)).toBeCloseTo(1);
    expect(ring!.at(-1)).toEqual(ring![0]);
  });
});

describe('what the map shows at a zoom', () => {
  it('is named for every zoom', () => {
    expect([0, 1, 2, 6, 9, 10, 13, 14, 16, 17, 22].map(shownAt)).toEqual([
      'world',
      'world',
      'continents',
      'regions',
      'cities',
      'towns',
      'villages',
      'streets',
      'streets',
      'houses',
      'houses',
    ]);
  });
});
