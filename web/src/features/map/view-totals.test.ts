import { expect, it } from 'vitest';
import { localObservation } from '../species/testing/rows';
import type { PlacedRecord } from './places';
import { recordFeatures, radiusAtZoom0 } from './records-overlay';
import { viewTotals } from './OwnMap';

const record = (taxon_id: number, latitude: number, longitude: number, more: object = {}) =>
  localObservation({ taxon_id, latitude, longitude, ...more }) as PlacedRecord;

it('a view counts its records and their species, and no species for an absence', () => {
  const records = [record(1, 52, 5), record(1, 52.1, 5), record(2, 52, 5.1), record(3, 52, 5, { count: 0 }), record(4, 60, 5)];
  expect(viewTotals(records, { west: 4, south: 51, east: 6, north: 53 })).toEqual({ records: 4, species: 2 });
});

it('a view across the antimeridian counts both sides', () => {
  const records = [record(1, -17, 179), record(2, -14, -171), record(3, -14, 0)];
  expect(viewTotals(records, { west: 175, south: -20, east: 192, north: -10 }).records).toBe(2);
  expect(viewTotals(records, { west: -192, south: -20, east: -165, north: -10 }).records).toBe(2);
});

it('the circle around a record is as large as its uncertainty', () => {
  // At the equator, a tile of 512 pixels at zoom 0 is the whole Earth.
  expect(radiusAtZoom0(40_075_016.686, 0)).toBeCloseTo(512);
  expect(radiusAtZoom0(1000, 60)).toBeCloseTo(2 * radiusAtZoom0(1000, 0));
  const [feature] = recordFeatures([record(1, 52, 5)]).features;
  expect(feature).toMatchObject({ properties: { radius: 0 }, geometry: { coordinates: [5, 52] } });
});
