import { expect, it } from 'vitest';
import { boxInQuery, boxQuery, placeInQuery, placeQuery } from './place-query';

const there = (query: string) => new URLSearchParams(query);

it('a place and a box survive an address, also across the antimeridian', () => {
  expect(placeInQuery(there(placeQuery({ latitude: -33.9, longitude: 151.2 })))).toMatchObject({ latitude: -33.9, longitude: 151.2 });
  const box = { west: 4.5, south: 51.25, east: 5.5, north: 52 };
  expect(boxInQuery(there(boxQuery(box)))).toEqual(box);
  expect(boxInQuery(there(boxQuery({ west: 179, south: -20, east: 181, north: -10 })))).toEqual({
    west: 179,
    south: -20,
    east: -179,
    north: -10,
  });
});

it('what is no place and no box is none', () => {
  for (const query of ['', 'at=', 'at=91,5', 'at=5', 'box=1,2,3', 'box=1,,3,4', 'box=5,52,6,51', 'box=1,2,1,4', 'box=a,b,c,d']) {
    expect(placeInQuery(there(query)), query).toBeNull();
    expect(boxInQuery(there(query)), query).toBeNull();
  }
});
