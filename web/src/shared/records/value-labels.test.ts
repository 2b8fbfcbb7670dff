import { expect, it } from 'vitest';
import { creditLine } from './record-labels';

it.each([
  ['Anna Berg, CC-BY-SA-4.0', 'Anna Berg, CC BY-SA 4.0'],
  ['Berg, Anna, CC-BY-NC-3.0', 'Berg, Anna, CC BY-NC 3.0'],
  ['CC0-1.0', 'CC0 1.0'],
  ['Anna Berg, PDM-1.0', 'Anna Berg, Public Domain Mark 1.0'],
  ['Berg, Anna', 'Berg, Anna'],
  ['CC-Fan', 'CC-Fan'],
])('the credit %s is shown as %s', (credit, shown) => {
  expect(creditLine(credit)).toBe(shown);
});
