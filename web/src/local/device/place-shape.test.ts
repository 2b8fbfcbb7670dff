import type { PlaceGeometry } from '@veld/contract';
import { wrapLongitude } from '@veld/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAtPlace, isInside, metresToPlace } from './place-shape';

const label = { latitude: 52.05, longitude: 5.05 };
const area: PlaceGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 52],
      [5.1, 52],
      [5.1, 52.1],
      [5, 52.1],
      [5, 52],
    ],
    [
      [5.02, 52.02],
      [5.04, 52.02],
      [5.04, 52.04],
      [5.02, 52.04],
      [5.02, 52.02],
    ],
  ],
};
const dike: PlaceGeometry = {
  type: 'LineString',
  coordinates: [
    [5, 52],
    [5.1, 52],
  ],
};
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('a shape across the antimeridian', () => {
  const strip = (...ring: [number, number][]): PlaceGeometry => ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
  const taveuni = strip([179.9, -17.1], [-179.9, -17.1], [-179.9, -16.9], [179.9, -16.9]);

  it('has what is in it, and nothing of the rest of the world', () => {
    for (const longitude of [179.95, 180, -180, -179.95]) {
      expect(isInside(taveuni, at(-17, longitude))).toBe(true);
      expect(isAtPlace({ ...at(-17, 180), geometry: taveuni, uncertainty_m: null }, at(-17, longitude))).toBe(true);
    }
    for (const longitude of [0, 170, -170])
      expect(isAtPlace({ ...at(-17, 180), geometry: taveuni, uncertainty_m: null }, at(-17, longitude))).toBe(false);
    for (const longitude of [179.8, -179.8, 0, 5, 90]) expect(isInside(taveuni, at(-17, longitude))).toBe(false);
  });

  it('has the same reach and points wherever it is turned around the globe', () => {
    const radii = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 20 });
    // Every other one brings it to the antimeridian.
    const degrees = fc.oneof(fc.double({ min: -720, max: 720, noNaN: true }), fc.double({ min: 179, max: 181, noNaN: true }));
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(radii, degrees, part, part, (found, turn, across, up) => {
        const ring = [...found, found[0]!].map((radius, index): [number, number] => {
          const angle = (2 * Math.PI * (index % found.length)) / found.length;
          return [radius * Math.cos(angle), 40 + radius * Math.sin(angle)];
        });
        const turned = ring.map(([x, y]): [number, number] => [wrapLongitude(x + turn), y]);
        const [here, there]: PlaceGeometry[] = [
          { type: 'Polygon', coordinates: [ring] },
          { type: 'Polygon', coordinates: [turned] },
        ] as [PlaceGeometry, PlaceGeometry];
        const [point, moved] = [at(40 + up, across), at(40 + up, wrapLongitude(across + turn))];
        const [near, far] = [metresToPlace({ ...point, geometry: here }, point), metresToPlace({ ...moved, geometry: there }, moved)];
        expect(far).toBeCloseTo(near, 0);
        if (near > 1) expect(isInside(there, moved)).toBe(false);
      }),
    );
  });
});

describe('the distance to a place', () => {
  it('is that to its point if it has no shape', () => {
    expect(Math.round(metresToPlace(label, at(52.06, 5.05)))).toBe(1112);
  });

  it('is 0 in its area, and that to the nearest edge elsewhere, also from a hole', () => {
    const place = { ...label, geometry: area };
    expect(metresToPlace(place, at(52.09, 5.09))).toBe(0);
    expect(Math.round(metresToPlace(place, at(52.11, 5.05)))).toBe(1112);
    expect(Math.round(metresToPlace(place, at(52.03, 5.03)))).toBe(684);
    expect(isInside(area, at(52.03, 5.03))).toBe(false);
  });

  it('is 0 in each area of a public place, and that to the nearest of them elsewhere', () => {
    const box = (west: number, south: number): [number, number][] => [
      [west, south],
      [west + 0.1, south],
      [west + 0.1, south + 0.1],
      [west, south + 0.1],
      [west, south],
    ];
    const place = { ...label, uncertainty_m: null, geometry: { type: 'MultiPolygon' as const, coordinates: [[box(5, 52)], [box(6, 53)]] } };
    for (const point of [at(52.05, 5.05), at(53.05, 6.05)])
      expect([metresToPlace(place, point), isAtPlace(place, point)]).toEqual([0, true]);
    expect(Math.round(metresToPlace(place, at(53.11, 6.05)))).toBe(1112);
    expect(isAtPlace(place, at(53.1005, 6.05))).toBe(false);
  });

  it('is that to the nearest point of a line, also between its vertices and beyond its end', () => {
    const place = { ...label, geometry: dike };
    expect(Math.round(metresToPlace(place, at(52.001, 5.05)))).toBe(111);
    expect(Math.round(metresToPlace(place, at(52, 5.11)))).toBe(685);
    expect(isInside(dike, at(52, 5.05))).toBe(false);
  });

  it('takes the short way across the antimeridian', () => {
    const geometry: PlaceGeometry = {
      type: 'LineString',
      coordinates: [
        [179.99, 0],
        [179.99, 1],
      ],
    };
    expect(Math.round(metresToPlace({ ...label, geometry }, at(0.5, -179.99)))).toBe(2224);
  });
});
