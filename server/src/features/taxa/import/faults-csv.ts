import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../../db/open.ts';
import { faultMessage } from './fault-messages.ts';
import { listFaultsFrom } from './store.ts';

const COLUMNS = ['kind', 'code', 'file', 'line', 'column', 'title', 'value', 'message'];
const ROWS_PER_QUERY = 5_000;

/** All stored faults of an import as CSV, in parts. The messages are in English, as on the command line. */
export async function* faultsCsv(db: Db, id: string): AsyncGenerator<string> {
  yield stringify([COLUMNS]);
  for (let position = 0; ; position += ROWS_PER_QUERY) {
    const faults = await listFaultsFrom(db, id, position, ROWS_PER_QUERY);
    yield stringify(
      faults.map((fault) => [
        fault.is_warning ? 'warning' : 'error',
        fault.code,
        fault.file,
        fault.line,
        fault.column_number,
        fault.column_name,
        fault.value,
        faultMessage(fault),
      ]),
      // A value of an untrusted file must not be a formula in a spreadsheet.
      { escape_formulas: true },
    );
    if (faults.length < ROWS_PER_QUERY) return;
  }
}
