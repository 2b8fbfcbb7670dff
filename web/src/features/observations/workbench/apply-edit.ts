import type { User } from '@veld/contract';
import type { UserDatabase } from '../../../local/db/database';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import { pickDraft } from '../../../local/records/record-shape';
import { UNDO_MS } from '../../../local/records/undo-save';
import { type PlannedChange, restored } from './bulk-edit';

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
  return oneByOne(changes, onProgress, onFailure, async (change) => {
    const { record, before, after, taxon } = change;
    const row = await ownObservation(database, record.id);
    if (!row) return null;
    const base = await readEditBase(database, row);
    const isMoved = before.latitude !== after.latitude || before.longitude !== after.longitude;
    await save(database, user, { id: row.id, taxon: taxon === undefined ? row.taxon : taxon }, after, { ...base, draft: before }, isMoved);
    if (!isMoved || row.geoprivacy !== 'open') return change;
    const saved = await ownObservation(database, row.id);
    return { ...change, isHidden: saved?.geoprivacy === 'obscured' };
  });
}

/** Gives records back what an edit replaced, except where it was changed again since. */
export function undoChanges(
  database: UserDatabase,
  user: Editor,
  changes: readonly PlannedChange[],
  onFailure: (cause: unknown) => void,
): Promise<PlannedChange[]> {
  return oneByOne(
    changes,
    () => true,
    onFailure,
    async (change) => {
      const row = await ownObservation(database, change.record.id);
      const back = row && restored(pickDraft(row), change);
      if (!row || !back) return null;
      const taxon = change.taxon === undefined ? row.taxon : change.record.taxon;
      await save(database, user, { id: row.id, taxon }, back, await readEditBase(database, row), false);
      return change;
    },
  );
}

async function oneByOne(
  changes: readonly PlannedChange[],
  onProgress: Progress,
  onFailure: (cause: unknown) => void,
  /** Null if nothing was changed. */
  work: (change: PlannedChange) => Promise<PlannedChange | null>,
): Promise<PlannedChange[]> {
  const done: PlannedChange[] = [];
  for (const [index, change] of changes.entries()) {
    try {
      const made = await work(change);
      if (made) done.push(made);
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
  isMoved: boolean,
): Promise<string> {
  return saveObservation(database, draft, [], {
    id: record.id,
    user: { id, name, is_pro },
    taxon: record.taxon,
    editBase,
    undoMs: UNDO_MS,
    // The person chose the place, and a place in their private zone is hidden as in the form.
    ...(isMoved ? { place: 'chosen', obscuresHome: true } : {}),
  });
}
