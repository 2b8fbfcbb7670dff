import { putReview, putRecordVote, type VoteTopic } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call, readPayload } from '../outbox/operation';
import { listCalls, type PendingChange } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the record, and by what is voted on. */
const VOTE_SUBJECT = 'vote:';
/** Followed by the id of the record. */
const REVIEW_SUBJECT = 'review:';

export const operations = {
  putRecordVote: call(putRecordVote, {
    label: 'vote',
    subject: ({ params, body }) => `${VOTE_SUBJECT}${params.id} ${body.topic} ${body.value}`,
    mayBeGone: true,
  }),
  putReview: call(putReview, { label: 'review', subject: ({ params }) => REVIEW_SUBJECT + params.id, mayBeGone: true }),
};

/** What a person says about a record beside its name; `agrees` is null to take it back. */
interface Vote {
  topic: VoteTopic;
  /** Of an annotation, else empty. */
  value: string;
  agrees: boolean | null;
  reason: string;
}

/** Votes on a record. Resolves once it is stored on the device; the outbox sends it. */
export async function vote(database: UserDatabase, recordId: string, given: Vote, now = Date.now()): Promise<void> {
  const body = { ...given, write_id: newId(), chosen_at: new Date(now).toISOString() };
  await enqueue(database, operations.putRecordVote, { params: { id: recordId }, body }, now);
  await afterEnqueue(database);
}

/** Marks a record as reviewed, or not. */
export async function review(database: UserDatabase, recordId: string, is_reviewed: boolean, now = Date.now()): Promise<void> {
  const body = { is_reviewed, chosen_at: new Date(now).toISOString() };
  await enqueue(database, operations.putReview, { params: { id: recordId }, body }, now);
  await afterEnqueue(database);
}

export type VoteChange = PendingChange & Vote;

/** The votes on a record that the server accepted since a time, then the unsent ones, in order. */
export async function voteChanges(database: UserDatabase, recordId: string, since: number): Promise<VoteChange[]> {
  const calls = await listCalls(database, `${VOTE_SUBJECT}${recordId} `, since);
  return calls.flatMap((one) => {
    const body = readPayload(one, operations.putRecordVote)?.body;
    if (!body) return [];
    const { topic, agrees, value = '', reason = '' } = body;
    return [{ topic, agrees, value, reason, at: one.at, state: one.state }];
  });
}

/** Ids of the records that the user marked as reviewed: not sent yet, or accepted by the server since a time. */
export async function reviewedRecords(database: UserDatabase, since: number): Promise<Set<string>> {
  const calls = await listCalls(database, REVIEW_SUBJECT, since);
  const last = new Map(calls.map((one) => [one.subject.slice(REVIEW_SUBJECT.length), readPayload(one, operations.putReview)?.body]));
  return new Set([...last].flatMap(([id, body]) => (body?.is_reviewed ? [id] : [])));
}
