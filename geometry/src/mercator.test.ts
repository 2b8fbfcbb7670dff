import { expect, it } from 'vitest';
import { columnAt, latitudeAt, latitudeOnMap, longitudeAt, rowAt } from './mercator.ts';

it('the square of Web Mercator goes from its north-western corner to its south-eastern one, and back', () => {
  expect([columnAt(-180), columnAt(0), columnAt(180)]).toEqual([0, 0.5, 1]);
  expect(rowAt(latitudeOnMap(90))).toBeCloseTo(0, 12);
  expect(rowAt(latitudeOnMap(-90))).toBeCloseTo(1, 12);
  for (const latitude of [-85, -52.1, 0, 33.3, 80]) {
    // The formula of the specification.
    const angle = (latitude * Math.PI) / 180;
    expect(rowAt(latitude)).toBeCloseTo((1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2, 12);
    expect(latitudeAt(rowAt(latitude))).toBeCloseTo(latitude, 10);
    expect(longitudeAt(columnAt(latitude))).toBeCloseTo(latitude, 10);
  }
});
