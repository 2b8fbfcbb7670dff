import type { LocalObservation, SyncState } from '../../../shared/records/own';

/** A record and how far it is from the server. */
export interface WorkRow {
  record: LocalObservation;
  sync: SyncState;
}

export const rowId = ({ record }: WorkRow) => record.id;
