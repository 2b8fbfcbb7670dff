import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordTable } from './word-table.ts';

/** Few letters, so that many words share a prefix; some are longer than the two numeric keys of a word. */
const short = fc.string({ unit: fc.constantFrom('a', 'b', 'z'), minLength: 1, maxLength: 9 });
const alike = fc
  .tuple(
    fc.constantFrom('a', 'aaaaaabbbbb', 'zzzzzzzzzzzz', 'abcdefghijklmnop'),
    fc.string({ unit: fc.constantFrom('a', 'z'), maxLength: 6 }),
  )
  .map(([first, rest]) => first + rest);
const word = fc.oneof(short, alike, fc.constantFrom('a'.repeat(6), 'a'.repeat(12), 'a'.repeat(13), 'z'.repeat(200)));

it('gives each distinct word one number and sorts the numbers alphabetically', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), (words) => {
      const table = new WordTable();
      const numbers = words.map((text) => {
        // Surrounded by other letters, as in a name.
        const letters = new TextEncoder().encode(`q${text}q`);
        return table.numberOf(letters, 1, letters.length - 1);
      });
      const different = [...new Set(words)];
      expect(numbers).toEqual(words.map((text) => different.indexOf(text)));
      expect([...table.sorted()].map((number) => different[number])).toEqual(different.toSorted());
      expect(table.size).toBe(different.length);
    }),
  );
});

it('keeps word numbers stable while the table grows', () => {
  const table = new WordTable();
  const words = Array.from({ length: 20_000 }, (_, at) =>
    at.toString(26).replace(/[0-9]/g, (digit) => String.fromCharCode(113 + Number(digit))),
  );
  const numberOf = (text: string) => table.numberOf(new TextEncoder().encode(text), 0, text.length);
  expect(words.map(numberOf)).toEqual(words.map((_, at) => at));
  expect(words.map(numberOf)).toEqual(words.map((_, at) => at));
  expect([...table.sorted()].map((number) => words[number])).toEqual(words.toSorted());
});
