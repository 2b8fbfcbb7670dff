import { deleteTileRequest } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { call } from '../outbox/operation';
import { listCalls } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the offline map. */
const TILE_REQUEST_SUBJECT = 'tile_request:';

export const operations = {
  deleteTileRequest: call(deleteTileRequest, {
    label: 'tile_request_deletion',
    subject: ({ params }) => TILE_REQUEST_SUBJECT + params.id,
    mayBeGone: true,
  }),
};

/** Deletes an offline map from the server, once it can be reached. Resolves once that is stored on the device. */
export async function deleteTileRequestLater(database: UserDatabase, id: string, now = Date.now()): Promise<void> {
  await enqueue(database, operations.deleteTileRequest, { params: { id } }, now);
  await afterEnqueue(database);
}

/** Offline maps that an answer of the server may still have, although they were deleted here. */
export interface DeletedTileRequests {
  ids: ReadonlySet<string>;
  /** How many deletions the server has accepted. */
  sent: number;
}

/** The deletions that the server accepted since a time, and the unsent ones. */
export async function deletedTileRequests(database: UserDatabase, since: number): Promise<DeletedTileRequests> {
  const calls = (await listCalls(database, TILE_REQUEST_SUBJECT, since)).filter(({ state }) => state !== 'needs_attention');
  return {
    ids: new Set(calls.map(({ subject }) => subject.slice(TILE_REQUEST_SUBJECT.length))),
    sent: calls.filter(({ state }) => state === 'sent').length,
  };
}
