import { Fault, invalid } from '../../http/fault.ts';

/** What a write has to know about a record first. */
export interface RecordState {
  user_id: string;
  version: number;
  is_deleted: boolean;
}

/** Only the owner may write; for others the record does not exist. */
export function mustOwn(state: RecordState | undefined, userId: string): RecordState {
  if (!state || state.user_id !== userId) throw new Fault('not_found');
  return state;
}

/** The version that a save is based on, from `If-Match` (`"3"`, `3` or `W/"3"`); null for a new record. */
export function basedOn(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '') return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch.trim());
  if (!match) throw invalid('if-match', 'invalid');
  return Number(match[1]);
}
