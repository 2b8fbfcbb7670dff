import { deleteObservation, putObservation, UPLOADS_PATH } from '@veld/contract';
import type { Operation } from '../outbox/operation';

/** A record is sent before its photos. How it is saved and deleted on the device: `web/src/local/records`. */
export const operations = {
  putObservation: { kind: 'record', route: putObservation, rank: 1, reconcile: 'save', label: 'record' },
  deleteObservation: { kind: 'deletion', route: deleteObservation, rank: 1, reconcile: 'deletion', label: 'deletion' },
  /** Sent by tus in several requests (`upload.ts`). Rank 2 once the server has the record of the photo. */
  uploadPhoto: { kind: 'photo', route: { method: 'POST', path: UPLOADS_PATH }, rank: 3, reconcile: 'upload', label: 'photo' },
} as const satisfies Record<string, Operation>;
