import { useLiveQuery } from 'dexie-react-hooks';
import { listDrafts } from '../../local/records/drafts';
import type { LocalDraft } from '../../local/db/rows';
import { currentDatabase } from '../../shared/session/session';
import type { BatchMark } from './form-values';

const markIn = ({ values }: LocalDraft) => (values.batch as BatchMark | null | undefined) ?? null;

/** Whether a draft is on the photo board; other lists of drafts leave it out. */
export function isOnBoard(draft: LocalDraft): boolean {
  return draft.observation_id === null && markIn(draft) !== null;
}

/** The number of records on the photo board. */
export function useBoardCount(): number {
  const database = currentDatabase();
  const drafts = useLiveQuery(() => listDrafts(database), [database]) ?? [];
  return drafts.filter((draft) => isOnBoard(draft) && !markIn(draft)?.is_left_out).length;
}
