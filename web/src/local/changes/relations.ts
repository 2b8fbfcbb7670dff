import { type RelationKind, putRelation, deleteRelation } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { call, readPayload } from '../outbox/operation';
import { listCalls, type PendingCall, type PendingChange } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the kind of the relation and the id of the other person. */
const RELATION_SUBJECT = 'relation:';

const relationSubject = ({ params }: { params: { kind: string; id: string } }) => `${RELATION_SUBJECT}${params.kind}:${params.id}`;

export const operations = {
  putRelation: call(putRelation, { label: 'relation', subject: relationSubject }),
  deleteRelation: call(deleteRelation, { label: 'relation_end', subject: relationSubject }),
};

/** A change of what the user is to another person, which the server may not have yet. */
export interface RelationChange extends PendingChange {
  kind: RelationKind;
  id: string;
  isOn: boolean;
}

/** Follows, mutes or blocks a person, or ends that. Resolves once it is stored on the device. */
export async function setRelation(
  database: UserDatabase,
  { kind, id, isOn }: Pick<RelationChange, 'kind' | 'id' | 'isOn'>,
  now = Date.now(),
): Promise<void> {
  const payload = { params: { kind, id } };
  await (isOn ? enqueue(database, operations.putRelation, payload, now) : enqueue(database, operations.deleteRelation, payload, now));
  await afterEnqueue(database);
}

/** The changes that the server accepted since a time, then the unsent ones, in order. */
export async function relationChanges(database: UserDatabase, since: number): Promise<RelationChange[]> {
  return (await listCalls(database, RELATION_SUBJECT, since)).map(changeOf);
}

function changeOf(one: PendingCall): RelationChange {
  const { route, at, state } = one;
  const put = readPayload(one, operations.putRelation);
  const payload = put ?? readPayload(one, operations.deleteRelation);
  if (!payload) throw new Error(`${route} is no relation`);
  return { ...payload.params, isOn: put !== null, at, state };
}
