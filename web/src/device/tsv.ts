import { isFormula } from './csv';

/**
 * Cells as text that spreadsheets paste as cells. Text that they would run as a formula gets an apostrophe before it, as in a CSV file;
 * `readTsv` takes it away.
 */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cellOf).join('\t')).join('\n');
}

function cellOf(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[\t"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The cells of text that was copied from a spreadsheet: separated by tabs, those with tabs or line breaks in quotation marks. The line break at
 * the end and empty rows after the last are left out.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    rows.push(row);
    row = [];
  };
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at);
    row.push(cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell);
    at = end + 1;
    if (text[end] === '\t') continue;
    if (text[end] === '\r' && text[end + 1] === '\n') at += 1;
    endRow();
  }
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop();
  return rows;
}

interface Found {
  cell: string;
  /** Where the separator after it is, or the end of the text. */
  end: number;
}

function plainAt(text: string, from: number): Found {
  const separator = /[\t\r\n]|$/g;
  separator.lastIndex = from;
  const end = separator.exec(text)!.index;
  return { cell: text.slice(from, end), end };
}

/** A quotation mark that is not closed before a separator is part of the text. */
function quotedAt(text: string, from: number): Found {
  const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
  quoted.lastIndex = from;
  const found = quoted.exec(text);
  return found ? { cell: found[1]!.replaceAll('""', '"'), end: quoted.lastIndex } : plainAt(text, from);
}
