import { Fault, invalid } from '../../http/fault.ts';

/** The state of a record that a write depends on. */
export interface RecordState {
  user_id: string;
  version: number;
  is_deleted: boolean;
}

/** Requires that the user owns the record; otherwise 404, as for a record that does not exist. */
export function requireOwner(state: RecordState | undefined, userId: string): RecordState {
  if (!state || state.user_id !== userId) throw new Fault('not_found');
  return state;
}

/** The version that a save is based on, from `If-Match` (`"3"`, `3` or `W/"3"`). Null without the header, for a new record. */
export function parseBaseVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '') return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim());
  if (!match) throw invalid('if-match', 'invalid');
  return Number(match[1]);
}
