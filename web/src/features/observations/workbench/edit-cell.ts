import type { User } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { zoneTable } from '../../../shared/geo/time-zone';
import type { LocalObservation } from '../../../shared/records/own';
import type { RecordTranslator } from '../../../shared/records/record-labels';
import { applyChanges } from './apply-edit';
import { type BulkEdit, type EditFault, needsZone, type PlannedChange, planRecord } from './bulk-edit';

/** What became of an edit in a cell: what was changed, nothing where the record was like that already, or why it could not be. */
export type CellOutcome =
  | { changes: readonly PlannedChange[] }
  | { fault: EditFault | 'gone'; cause?: undefined }
  | { fault: 'storage'; cause: unknown };

/** Saves an edit of one record as the form does. */
export async function editCell(
  database: UserDatabase,
  user: Pick<User, 'id' | 'name' | 'is_pro'>,
  record: LocalObservation,
  edit: BulkEdit,
): Promise<CellOutcome> {
  const planned = planRecord(record, [edit], needsZone(edit) ? await zoneTable() : undefined);
  if (planned === 'unchanged') return { changes: [] };
  if (typeof planned === 'string') return { fault: planned };
  const failed: unknown[] = [];
  const changes = await applyChanges(
    database,
    user,
    [planned],
    () => true,
    (cause) => failed.push(cause),
  );
  if (changes.length > 0) return { changes };
  return failed.length > 0 ? { fault: 'storage', cause: failed[0] } : { fault: 'gone' };
}

const FAULT_TEXTS = {
  invalid: 'observations:workbench.cell.invalid',
  otherGroup: 'observations:workbench.cell.other_group',
  future: 'observations:workbench.cell.future',
  gone: 'observations:workbench.cell.gone',
} as const satisfies Record<EditFault | 'gone', string>;

/** Why a record cannot have a value, in words. */
export function editFaultText(fault: EditFault | 'gone', t: RecordTranslator): string {
  return t(FAULT_TEXTS[fault]);
}
