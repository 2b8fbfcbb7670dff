import { describe, expect, it } from 'vitest';
import { METRES_PER_MILE } from '../../i18n/format';
import { extentOf, plotOf, sizeOf } from './extent';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('the extent of records', () => {
  it('is the box around them', () => {
    expect(extentOf([at(52, 5), at(51, 4), at(53, 6)])).toEqual({ south: 51, north: 53, west: 4, east: 6 });
  });

  it('is null for no records, and a point for one record', () => {
    expect(extentOf([])).toBeNull();
    expect(extentOf([at(52, -5)])).toEqual({ south: 52, north: 52, west: -5, east: -5 });
  });

  it('is small for two islands on either side of the antimeridian', () => {
    const extent = extentOf([at(-17, 179), at(-14, -171)])!;
    expect(extent).toEqual({ south: -17, north: -14, west: 179, east: 189 });
    expect(sizeOf(extent).width).toBeLessThan(1200);
  });

  it('is measured in kilometres', () => {
    const { height, width } = sizeOf({ south: 51.5, north: 52.5, west: 5, east: 6 });
    expect(height).toBeCloseTo(111.2, 0);
    expect(width).toBeCloseTo(68.5, 0);
  });
});

describe('the sketch map', () => {
  const draw = (places: ReturnType<typeof at>[]) => plotOf(places, extentOf(places)!, 640, 420, 'metric');

  it('keeps every dot inside, with north at the top and east on the right', () => {
    const { dots } = draw([at(50, 3), at(53, 7), at(43, 1)]);
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(640);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(420);
    }
    expect(dots[1]!.y).toBeLessThan(dots[0]!.y);
    expect(dots[1]!.x).toBeGreaterThan(dots[0]!.x);
  });

  it('keeps east and west in order across the antimeridian', () => {
    const { dots, meridians } = draw([at(-17, 179), at(-14, -171)]);
    expect(dots[1]!.x).toBeGreaterThan(dots[0]!.x);
    expect(meridians.every(({ degrees }) => degrees >= -180 && degrees < 180)).toBe(true);
  });

  it('draws one dot for records at the same place', () => {
    const { dots } = draw([at(52, 5), at(52, 5), at(53, 6)]);
    expect(dots.map(({ count }) => count).sort()).toEqual([1, 2]);
  });

  it('draws a single point in the centre, with a suitable scale', () => {
    const { dots, scale } = draw([at(52, 5)]);
    expect(dots).toEqual([{ x: 320, y: 210, count: 1 }]);
    expect(scale.length).toBeLessThanOrEqual(160);
    expect(scale.length).toBeGreaterThan(50);
  });

  it('has a scale bar that is round in kilometres or in miles, and as long as it says', () => {
    const places = [at(50, 3), at(53, 7), at(43, 1)];
    const [metric, imperial] = (['metric', 'imperial'] as const).map((units) => plotOf(places, extentOf(places)!, 640, 420, units).scale);
    expect(metric!.metres / 1000).toBe(500);
    expect(imperial!.metres / METRES_PER_MILE).toBe(200);
    expect(imperial!.length / metric!.length).toBeCloseTo(imperial!.metres / metric!.metres);
  });

  it('works at the pole', () => {
    const { dots } = draw([at(90, 0), at(90, 90)]);
    expect(dots.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });
});
