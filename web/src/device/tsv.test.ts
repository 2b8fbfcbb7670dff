import { describe, expect, it } from 'vitest';
import { formatTsv, readTsv } from './tsv';

describe('cells for a spreadsheet', () => {
  it('come back as they were, also with tabs, line breaks, quotation marks and what looks like a formula', () => {
    const cells = [
      ['Wren', '10–12', 'by the "old" hide'],
      ['', 'two\nlines\tand a tab', '=SUM(A1)'],
      ['-3', '"', "'s Gravenhage"],
    ];
    expect(readTsv(formatTsv(cells))).toEqual(cells);
  });

  it('hold no formula that a spreadsheet would run', () => {
    expect(formatTsv([['=HYPERLINK("x")', '+1', '@here', 'x=1']])).toBe('"\'=HYPERLINK(""x"")"\t\'+1\t\'@here\tx=1');
  });

  it('are read with any line break, without the empty rows at the end', () => {
    expect(readTsv('a\tb\r\nc\td\r\n\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readTsv('a\n\nb\n')).toEqual([['a'], [''], ['b']]);
    expect(readTsv('a\rb')).toEqual([['a'], ['b']]);
    expect(readTsv('')).toEqual([]);
  });

  it('keep a quotation mark that opens nothing', () => {
    expect(readTsv('"quoted" word\t3" high\n"open\tb')).toEqual([
      ['"quoted" word', '3" high'],
      ['"open', 'b'],
    ]);
  });

  it('are read in time that grows with their number', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `"wren ${at}"\t3\tby the hide`).join('\n');
    const start = performance.now();
    expect(readTsv(text)).toHaveLength(20_000);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
