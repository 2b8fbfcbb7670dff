import { Fault, invalid } from '../../http/fault.ts';

/** What is known of a record before it is written to. */
export interface RecordState {
  user_id: string;
  version: number;
  is_deleted: boolean;
}

/** Only the owner writes; somebody else's record and none at all are the same answer. */
export function mustOwn(state: RecordState | undefined, userId: string): RecordState {
  if (!state || state.user_id !== userId) throw new Fault('not_found');
  return state;
}

/** The version a save was based on, from `If-Match` (`"3"`, `3` or `W/"3"`); null where it was based on none. */
export function basedOn(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '') return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim());
  if (!match) throw invalid('if-match', 'invalid');
  return Number(match[1]);
}
