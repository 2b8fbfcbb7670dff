import { expect, it } from 'vitest';
import { countryBounds } from './country-bounds.ts';

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

it('there is none for an unknown country', () => {
  expect(countryBounds('XX')).toBeNull();
});
