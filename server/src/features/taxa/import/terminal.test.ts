import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { makeFault } from './faults.ts';
import type { Outcome } from './run.ts';
import { printOutcome, withProgress } from './terminal.ts';

const RESULT = {
  format: 'darwin_core',
  title: 'Flora of the fen',
  taxa: 1200,
  synonyms: 34,
  added: 2,
  changed: 1,
  merged: 0,
  split: 0,
  deleted: 0,
  unchanged: 1197,
  names_added: { nl: 1500, en: 2 },
  names_removed: {},
  names_left_out: { fi: 7 },
  countries_added: { NL: 3 },
  countries_removed: {},
  examples: { added: ['Drosera alba', 'Drosera nigra'], changed: ['Drosera'], merged: [], split: [], deleted: [] },
  seconds: 4,
} satisfies Outcome['result'];
const outcome = (set: Partial<Outcome>): Outcome => ({
  state: 'done',
  result: RESULT,
  faults: [],
  error_count: 0,
  warning_count: 0,
  ...set,
});

describe('the command for imports', () => {
  const printed = (set: Partial<Outcome>, isDryRun = false) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    printOutcome(outcome(set), isDryRun);
    const lines = log.mock.calls.map(([line]) => String(line).replace(/^taxonomy {2}/, ''));
    log.mockRestore();
    return lines;
  };

  it('prints what an import did', () => {
    const lines = [
      'Flora of the fen: 1,200 taxa, 34 synonyms',
      'added: 2 (Drosera alba, Drosera nigra)',
      'changed: 1 (Drosera)',
      'merged: 0',
      'split: 0',
      'deleted: 0',
      'names added: nl 1,500, en 2; removed: none; left out: fi 7',
      'countries added: NL 3; removed: none',
      'statuses set: none; removed: none',
    ];
    expect(printed({})).toEqual([...lines, 'Done in 4 s.']);
    expect(printed({ state: 'checked' }, true)).toEqual([...lines, 'Dry run: nothing was changed.']);
    expect(printed({ state: 'cancelled', result: null })).toEqual(['Cancelled. Nothing was changed.']);
  });

  it('prints warnings, then errors, and how many are left out', () => {
    const place = { file: 'list.csv', line: 3, column_number: 1, column_name: 'taxonID' };
    const error = makeFault('id_missing', place);
    const warning = makeFault('rank', { ...place, line: 2, value: 'sternchen' }, true);
    const messages = [
      'warning: list.csv, line 2, column 1 (taxonID): unknown rank: "sternchen"',
      'error: list.csv, line 3, column 1 (taxonID): the id is missing',
    ];
    const failed: Partial<Outcome> = { state: 'failed', result: null, faults: [error, warning], warning_count: 1 };
    expect(printed({ ...failed, error_count: 1 })).toEqual([...messages, '1 error. Nothing was changed.']);
    expect(printed({ ...failed, error_count: 1500 })).toEqual([...messages, 'Showing 2 of 1,501.', '1,500 errors. Nothing was changed.']);
  });

  it('shows the steps that it reached, and how much of the file is read', async () => {
    let shown = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      shown += stripVTControlCharacters(String(text));
      return true;
    });
    const counts = { rows_done: 0, bytes_done: 0, bytes_total: 0 };
    const done = await withProgress(async (onProgress) => {
      await vi.waitFor(() => expect(shown).toContain('Read the file'), 10_000);
      onProgress({ state: 'reading', ...counts });
      onProgress({ state: 'reading', rows_done: 1234, bytes_done: 299, bytes_total: 400 });
      onProgress({ state: 'reading', rows_done: 1500, bytes_done: 1, bytes_total: 1 });
      onProgress({ state: 'checking', ...counts });
      return outcome({ state: 'failed' });
    });
    write.mockRestore();
    expect(done.state).toBe('failed');
    // Each line starts with a symbol.
    expect(
      shown
        .trim()
        .split('\n')
        .map((line) => line.replace(/^\S+ /, '')),
    ).toEqual([
      'Read the file',
      '0 %, 0 rows',
      '74 %, 1,234 rows',
      '100 %, 1,500 rows',
      'Read the file',
      'Check the rows',
      'Check the rows',
      'Apply the changes',
      'Apply the changes [SKIPPED: Apply the changes]',
    ]);
  });
});
