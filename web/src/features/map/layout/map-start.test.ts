import type { SavedPlace } from '@veld/contract';
import { expect, it } from 'vitest';
import { boundsOfPlace } from './map-start';

const MARSH: SavedPlace = { id: 'a', name: 'Marsh', kind: 'patch', latitude: 60, longitude: 10, uncertainty_m: null, notes: '' };

it('a saved place has the bounds of its shape, of a point those of what belongs to it', () => {
  const ring: [number, number][] = [
    [10, 60],
    [10.2, 60],
    [10.1, 60.1],
    [10, 60],
  ];
  expect(boundsOfPlace({ ...MARSH, geometry: { type: 'Polygon', coordinates: [ring] } })).toEqual({
    west: 10,
    east: 10.2,
    south: 60,
    north: 60.1,
  });
  expect(boundsOfPlace({ ...MARSH, geometry: { type: 'LineString', coordinates: ring.slice(1, 3) } })).toMatchObject({
    west: 10.1,
    north: 60.1,
  });
  const { west, east, south, north } = boundsOfPlace(MARSH);
  expect([(north - 60) * 111_195, (60 - south) * 111_195].map(Math.round)).toEqual([100, 100]);
  expect([(east - 10) * 55_597, (10 - west) * 55_597].map(Math.round)).toEqual([100, 100]);
  expect(Math.round((boundsOfPlace({ ...MARSH, uncertainty_m: 5000 }).north - 60) * 111_195)).toBe(5000);
});
