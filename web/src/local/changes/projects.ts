import { joinProject, leaveProject } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { call, hasOperation } from '../outbox/operation';
import { listCalls, type PendingChange } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the project. */
const PROJECT_SUBJECT = 'project:';

export const operations = {
  joinProject: call(joinProject, { label: 'project_join', subject: ({ params }) => PROJECT_SUBJECT + params.id }),
  leaveProject: call(leaveProject, { label: 'project_leave', subject: ({ params }) => PROJECT_SUBJECT + params.id }),
};

/** A project that the user joined or left, which the server may not have yet. */
export interface MembershipChange extends PendingChange {
  id: string;
  isOn: boolean;
}

/** Joins a project, with the secret of its link if it needs one, or leaves it. Resolves once it is stored on the device. */
export async function setMembership(
  database: UserDatabase,
  { id, isOn, invite }: Pick<MembershipChange, 'id' | 'isOn'> & { invite?: string | undefined },
  now = Date.now(),
): Promise<void> {
  const params = { id };
  await (isOn
    ? enqueue(database, operations.joinProject, { params, body: invite === undefined ? {} : { invite } }, now)
    : enqueue(database, operations.leaveProject, { params }, now));
  await afterEnqueue(database);
}

/** The changes that the server accepted since a time, then the unsent ones, in order. */
export async function membershipChanges(database: UserDatabase, since: number): Promise<MembershipChange[]> {
  return (await listCalls(database, PROJECT_SUBJECT, since)).map(({ route, subject, at, state }) => ({
    id: subject.slice(PROJECT_SUBJECT.length),
    isOn: hasOperation({ route }, operations.joinProject),
    at,
    state,
  }));
}
