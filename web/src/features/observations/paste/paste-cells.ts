import type { LocalObservation } from '../../../shared/records/own';
import { formatCell, type TableColumn } from '../../../ui/table/table-types';
import type { BulkEdit, EditFault, PlannedChange, ZoneOf } from '../workbench/bulk-edit';
import { planRecord } from '../workbench/bulk-edit';
import type { WorkRow } from '../workbench/work-row';
import type { CellField } from '../workbench/RecordCellEditor';
import { fold } from './fold';
import { inChunks } from './in-chunks';
import { type CellFault, type CellReader, readCell } from './read-cell';

/** As many rows are pasted at once. */
export const MAX_PASTED_ROWS = 1000;

/** Cells that are pasted at the cell with the focus: `rows` and `columns` begin with those of that cell. */
export interface PastedBlock {
  cells: readonly (readonly string[])[];
  rows: readonly WorkRow[];
  columns: readonly TableColumn<WorkRow>[];
}

/** A cell that changes nothing, and why. `fixed`: this column cannot be edited. `outside`: beside the last column. */
export interface CellProblem {
  /** Null for a whole record. */
  column: string | null;
  record: LocalObservation;
  text: string;
  reason: CellFault | EditFault | 'fixed' | 'outside';
}

export interface PastePlan {
  changes: PlannedChange[];
  problems: CellProblem[];
  /** Records that have these values already. */
  unchanged: number;
  /** Pasted rows below the last record of the table. */
  beyond: number;
  /** Whether a date means one of two days, as long as the order is not known. */
  isAmbiguous: boolean;
}

const FIELDS: Readonly<Record<string, CellField>> = {
  name: 'taxon_id',
  scientific_name: 'taxon_id',
  observed_on: 'observed_on',
  count: 'count',
  life_stage: 'life_stage',
  sex: 'sex',
  geoprivacy: 'geoprivacy',
  license: 'license',
  notes: 'notes',
  private_notes: 'private_notes',
};

/** What pasted cells do to the records of the rows. Nothing is changed. Empty cells change nothing. */
export async function planPaste(block: PastedBlock, reader: CellReader, zoneOf: ZoneOf, signal: AbortSignal): Promise<PastePlan> {
  const { cells, rows, columns } = block;
  const plan: PastePlan = { changes: [], problems: [], unchanged: 0, beyond: 0, isAmbiguous: false };
  await inChunks(
    cells,
    async (line, index) => {
      const row = rows[index];
      if (row === undefined) {
        plan.beyond += 1;
        return;
      }
      const { edits, problems } = await readLine(line, row, columns, reader);
      plan.problems.push(...problems);
      plan.isAmbiguous ||= problems.some(({ reason }) => reason === 'ambiguous');
      if (edits.length === 0) {
        plan.unchanged += problems.length === 0 ? 1 : 0;
        return;
      }
      const planned = planRecord(row.record, edits, zoneOf);
      if (planned === 'unchanged') plan.unchanged += problems.length === 0 ? 1 : 0;
      else if (typeof planned === 'string')
        plan.problems.push({ column: null, record: row.record, text: line.join(' · '), reason: planned });
      else plan.changes.push(planned);
    },
    signal,
  );
  return plan;
}

async function readLine(line: readonly string[], row: WorkRow, columns: PastedBlock['columns'], reader: CellReader) {
  const edits: BulkEdit[] = [];
  const problems: CellProblem[] = [];
  for (const [at, text] of line.entries()) {
    if (text.trim() === '') continue;
    const column = columns[at];
    const problem = (reason: CellProblem['reason']) =>
      problems.push({ column: column?.label ?? null, record: row.record, text: text.trim(), reason });
    if (!column) {
      problem('outside');
      continue;
    }
    const field = FIELDS[column.id];
    // What the cell says already needs no understanding. In notes, other capitals and accents are a change.
    const isText = field === 'notes' || field === 'private_notes';
    const isSame = (shown: string) => (isText ? shown.trim() === text.trim() : fold(shown) === fold(text));
    if ([formatCell(column, row), column.copy?.(row) ?? ''].some(isSame)) continue;
    const reading = field ? await readCell(field, text, reader) : null;
    if (!reading) problem('fixed');
    else if ('fault' in reading) problem(reading.fault);
    else {
      const sameField = edits.findIndex(({ target }) => 'field' in target && target.field === field);
      // Both names of a species: the later one says the same, or is a change of its own that replaces the first.
      if (sameField >= 0) edits.splice(sameField, 1);
      edits.push(reading.edit);
    }
  }
  return { edits, problems };
}
