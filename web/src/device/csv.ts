import { todayIn } from '@veld/contract';
import type { ExportFile } from '../local/outbox/files/export';

export type CsvCell = string | number | boolean | null | undefined;

/** Characters with which spreadsheets start a formula, also in their full-width forms. */
const FORMULA = /^[\t\r\n ]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** Whether a spreadsheet would run a text as a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text);

/**
 * Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe before it, because names and notes may
 * come from other people. Numbers stay numbers, negative ones too.
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/**
 * A CSV file, `veld-<what>-<today>.csv`. It begins with a byte order mark, without which spreadsheets misread letters beyond ASCII.
 */
export function csvFile(what: string, rows: readonly (readonly CsvCell[])[], now = new Date()): ExportFile {
  const day = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, now);
  return { name: `veld-${what}-${day}.csv`, blob: new Blob(['\u{FEFF}', formatCsv(rows)], { type: 'text/csv;charset=utf-8' }) };
}

function cellOf(value: CsvCell): string {
  if (value == null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
