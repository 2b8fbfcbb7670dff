import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { approximateSound } from './sound.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

/** The definition, word for word. */
function plainly(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const rest = [a.slice(1), b.slice(1)] as const;
  const ways = [plainly(rest[0], b) + 1, plainly(a, rest[1]) + 1, plainly(...rest) + (a[0] === b[0] ? 0 : 1)];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) ways.push(plainly(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

it('counts edits up to a limit, of the whole text and of a beginning', () => {
  fc.assert(
    fc.property(letters, letters, fc.integer({ min: 0, max: 3 }), (text, other, most) => {
      const beginnings = Array.from({ length: other.length + 1 }, (_, length) => plainly(text, other.slice(0, length)));
      expect(editDistance(text, other, most)).toEqual({
        whole: Math.min(beginnings.at(-1)!, most + 1),
        ofPrefix: Math.min(...beginnings, most + 1),
      });
    }),
    { numRuns: 200 },
  );
});

it.each([
  ['feasant', 'pheasant'],
  ['tsjiftsjaf', 'tjiftjaf'],
  ['buterfly', 'butterfly'],
  ['kormorant', 'cormorant'],
  ['wink', 'vink'],
  ['sikada', 'cikada'],
])('hears no difference between %s and %s', (one, other) => {
  expect(approximateSound(one)).toBe(approximateSound(other));
});

it.each([
  ['finch', 'fish'],
  ['tern', 'wren'],
  ['merel', 'mees'],
])('hears the difference between %s and %s', (one, other) => {
  expect(approximateSound(one)).not.toBe(approximateSound(other));
});
