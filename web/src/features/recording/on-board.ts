import { useLiveQuery } from 'dexie-react-hooks';
import { listDrafts } from '../../local/records/drafts';
import type { LocalDraft } from '../../local/db/rows';
import { currentDatabase } from '../accounts/data';
import type { BatchMark } from './form-values';

const markIn = ({ values }: LocalDraft) => (values.batch as BatchMark | null | undefined) ?? null;

/** Drafts that lie on the board of photos; other lists of drafts leave them to it. */
export function isOnBoard(draft: LocalDraft): boolean {
  return draft.observation_id === null && markIn(draft) !== null;
}

/** How many records wait on the board; photos that are left out are none. */
export function useBoardCount(): number {
  const database = currentDatabase();
  const drafts = useLiveQuery(() => listDrafts(database), [database]) ?? [];
  return drafts.filter((draft) => isOnBoard(draft) && !markIn(draft)?.is_left_out).length;
}
