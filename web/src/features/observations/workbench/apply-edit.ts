import type { User } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import { pickDraft } from '../../../local/records/record-shape';
import { UNDO_MS } from '../../../local/records/undo-save';
import { type EditTarget, type PlannedChange, restored } from './bulk-edit';

type Editor = Pick<User, 'id' | 'name' | 'is_pro'>;

/** Called with the number of records that are done; false ends the work after this record. */
type Progress = (done: number) => boolean;

/**
 * Saves each change like an edit of that record, one outbox item a record. Resolves with the changes that were made; fields that
 * another tab or device changed meanwhile keep their values. If a save fails, those before it are done; `onFailure` gets the cause.
 */
export function applyChanges(
  database: UserDatabase,
  user: Editor,
  changes: readonly PlannedChange[],
  onProgress: Progress,
  onFailure: (cause: unknown) => void,
): Promise<PlannedChange[]> {
  return oneByOne(changes, onProgress, onFailure, async ({ record, before, after }) => {
    const row = await ownObservation(database, record.id);
    if (!row) return false;
    const base = await readEditBase(database, row);
    await save(database, user, { id: row.id, taxon: row.taxon }, after, { ...base, draft: before });
    return true;
  });
}

/** Gives records back what an edit replaced, except where it was changed again since. */
export function undoChanges(
  database: UserDatabase,
  user: Editor,
  changes: readonly PlannedChange[],
  target: EditTarget,
  onFailure: (cause: unknown) => void,
): Promise<PlannedChange[]> {
  return oneByOne(
    changes,
    () => true,
    onFailure,
    async (change) => {
      const row = await ownObservation(database, change.record.id);
      const back = row && restored(pickDraft(row), change, target);
      if (!row || !back) return false;
      await save(database, user, { id: row.id, taxon: row.taxon }, back, await readEditBase(database, row));
      return true;
    },
  );
}

async function oneByOne(
  changes: readonly PlannedChange[],
  onProgress: Progress,
  onFailure: (cause: unknown) => void,
  work: (change: PlannedChange) => Promise<boolean>,
): Promise<PlannedChange[]> {
  const done: PlannedChange[] = [];
  for (const [index, change] of changes.entries()) {
    try {
      if (await work(change)) done.push(change);
    } catch (cause) {
      onFailure(cause);
      break;
    }
    if (!onProgress(index + 1)) break;
  }
  return done;
}

function save(
  database: UserDatabase,
  { id, name, is_pro }: Editor,
  record: Pick<PlannedChange['record'], 'id' | 'taxon'>,
  draft: PlannedChange['after'],
  editBase: Awaited<ReturnType<typeof readEditBase>>,
): Promise<string> {
  return saveObservation(database, draft, [], {
    id: record.id,
    user: { id, name, is_pro },
    taxon: record.taxon,
    editBase,
    undoMs: UNDO_MS,
  });
}
