import { expect, it } from 'vitest';
import { countryAt, territoryAt, countryBounds } from './countries.ts';

it.each([
  ['Wrangel Island', 71.2, 'RU'],
  ['Chukotka', 68, 'RU'],
  ['Taveuni', -16.8, 'FJ'],
  ['the Ross Ice Shelf', -80, 'AQ'],
])('%s is in its country up to the antimeridian from both sides', (_, latitude, country) => {
  const longitudes = [0, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 0.005, 0.01, 0.03].flatMap((beside) => [180 - beside, beside - 180]);
  const others = longitudes.filter((longitude) => countryAt({ latitude, longitude }) !== country);
  expect(others).toEqual([]);
});

it.each([0, 30, 78, -60])('there is no country at the antimeridian at %d degrees, where no land is near', (latitude) => {
  for (const longitude of [180, 179.99, -179.99, -180]) expect(territoryAt({ latitude, longitude })).toBeNull();
});

const rounded = (code: string) => {
  const box = countryBounds(code);
  return box && [box.west, box.south, box.east, box.north].map(Math.round);
};

it.each([
  ['NL', [3, 51, 7, 54]],
  ['FR', [-6, 41, 10, 52]],
  ['PT', [-11, 36, -6, 42]],
  ['US', [-134, 24, -62, 49]],
  ['NZ', [165, -48, 179, -36]],
])('the box of %s is around its main part, without islands overseas', (code, box) => {
  expect(rounded(code)).toEqual(box);
});

it('there is no box for an unknown country', () => {
  expect(countryBounds('XX')).toBeNull();
});
