import { expect, it } from 'vitest';
import { graticule } from './graticule';
import { placeInQuery, placeQuery } from './place-query';

it('the grid has round degrees, within the view, and few lines', () => {
  const { features } = graticule({ west: 5.011, south: 52.003, east: 5.093, north: 52.047 });
  const lines = features.map(({ geometry }) => (geometry.type === 'LineString' ? geometry.coordinates : []));
  expect(lines.map(([start]) => start![0])).toEqual([5.02, 5.04, 5.06, 5.08, 5.011, 5.011]);
  expect(lines.slice(4).map(([start]) => start![1])).toEqual([52.02, 52.04]);
});

it('a place in an address is read back, and nonsense is no place', () => {
  const read = (text: string) => placeInQuery(new URLSearchParams(text));
  expect(read(placeQuery({ latitude: -33.123456, longitude: 18.4 }))).toEqual({
    latitude: -33.12346,
    longitude: 18.4,
    uncertainty_m: null,
  });
  expect(read(placeQuery({ latitude: 52.5, longitude: 5.9, uncertainty_m: 12.4 }))).toEqual({
    latitude: 52.5,
    longitude: 5.9,
    uncertainty_m: 12,
  });
  for (const text of ['', 'at=', 'at=52', 'at=91,5', 'at=52,181', 'at=52,5,0', 'at=52,5,-1', 'at=52,5,1,2', 'at=1e5,2'])
    expect(read(text), text).toBeNull();
});
