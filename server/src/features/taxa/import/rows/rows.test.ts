import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { IMPORT_LIMITS } from '../limits.ts';
import { readRows } from './rows.ts';

async function cellsOf(text: string, quote: string | null): Promise<string[][]> {
  const file = { name: 'list.tsv', size: text.length, open: () => Promise.resolve(Readable.from([Buffer.from(text)])) };
  const dialect = { encoding: 'utf-8', delimiter: '\t', quote, lineEnds: undefined, headerLines: 0 };
  const rows: string[][] = [];
  for await (const { cells } of readRows(file, dialect, IMPORT_LIMITS)) rows.push(cells);
  return rows;
}

it('a quote is an ordinary character in a file without quotes, and encloses a value in one with quotes', async () => {
  expect(await cellsOf('"Aster"\tsaid ""so""\n"a\tb\n', null)).toEqual([
    ['"Aster"', 'said ""so""'],
    ['"a', 'b'],
  ]);
  expect(await cellsOf('"Aster ""novus"""\t"a\tb\nc"\n', '"')).toEqual([['Aster "novus"', 'a\tb\nc']]);
});
