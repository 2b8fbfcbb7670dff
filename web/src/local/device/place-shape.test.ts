import type { PlaceGeometry } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { areaOf, isInside, lengthOf, metresToPlace } from './place-shape';

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

describe('the size of a shape', () => {
  it('is the length of a line and the area of a polygon without its holes', () => {
    expect(Math.round(lengthOf(dike.coordinates as [number, number][]))).toBe(6846);
    // 0.1 by 0.1 degrees less 0.02 by 0.02 degrees.
    expect(areaOf(area.coordinates as [number, number][][]) / 1e6).toBeCloseTo(76.05 - 3.04, 1);
  });
});
