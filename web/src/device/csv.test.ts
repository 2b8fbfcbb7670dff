import { describe, expect, it } from 'vitest';
import { csvFile, formatCsv } from './csv';

describe('CSV', () => {
  it('quotes commas, quotation marks and line breaks', () => {
    expect(formatCsv([['a,b', 'say "yes"', 'two\nlines', null, 3]])).toBe('"a,b","say ""yes""","two\nlines",,3\r\n');
  });

  it('has no text that a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|cmd'])
      expect(formatCsv([[text]]).replace(/^"/, ''), text).toMatch(/^'/);
  });

  it('leaves numbers and harmless text as they are', () => {
    expect(formatCsv([[-5.25, 'Blue-winged teal', 'a=b', true]])).toBe('-5.25,Blue-winged teal,a=b,true\r\n');
  });

  it('is marked as UTF-8 for spreadsheets', async () => {
    const bytes = new Uint8Array(await csvFile('list', [['łabędź']]).blob.arrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('łabędź\r\n');
  });
});
