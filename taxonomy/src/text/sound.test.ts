import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maySoundAlike, approximateSound } from './sound.ts';

it.each([
  ['feasant', 'pheasant'],
  ['tsjiftsjaf', 'tjiftjaf'],
])('%s sounds like %s', (typed, meant) => {
  expect(approximateSound(typed)).toBe(approximateSound(meant));
});

it('the quick test passes all texts with the same sound', () => {
  // Few letters, so that many texts sound alike.
  const text = fc.string({ unit: fc.constantFrom(...'lrhseijctdp'), maxLength: 7 });
  fc.assert(
    fc.property(text, text, (some, others) => approximateSound(some) !== approximateSound(others) || maySoundAlike(some, others)),
    { numRuns: 5000 },
  );
  expect(maySoundAlike('redkite', 'redknot')).toBe(false);
  expect(maySoundAlike('wren', 'wre')).toBe(false);
});
