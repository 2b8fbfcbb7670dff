import { type Answer, type BodyOf, putAnswer, putDecision, putQuestion, withdrawQuestion } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call, readPayload } from '../outbox/operation';
import { listCalls, type PendingCall } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the record, about which a person has one opinion at a time. */
const DECISION_SUBJECT = 'validation:';
/** Followed by the ids of the record and of the question. */
const QUESTION_SUBJECT = 'question:';

const questionSubject = ({ params }: { params: { id: string; question: string } }) => `${QUESTION_SUBJECT}${params.id}:${params.question}`;

export const operations = {
  putDecision: call(putDecision, { label: 'validation', subject: ({ params }) => DECISION_SUBJECT + params.id }),
  putQuestion: call(putQuestion, { label: 'question', subject: questionSubject }),
  withdrawQuestion: call(withdrawQuestion, { label: 'question', subject: questionSubject, mayBeGone: true }),
  putAnswer: call(putAnswer, { label: 'answer', subject: (payload) => `answer:${questionSubject(payload)}` }),
};

/** Decides about a record of somebody else. Resolves once it is stored on the device; the outbox sends it. */
export async function decide(
  database: UserDatabase,
  recordId: string,
  decision: BodyOf<typeof putDecision>,
  { id = newId(), now = Date.now() } = {},
): Promise<string> {
  await enqueue(database, operations.putDecision, { params: { id: recordId, decision: id }, body: decision }, now);
  await afterEnqueue(database);
  return id;
}

/** Asks the observer of a record. Resolves with the id of the question once it is stored on the device. */
export async function askObserver(
  database: UserDatabase,
  recordId: string,
  question: BodyOf<typeof putQuestion>,
  { id = newId(), now = Date.now() } = {},
): Promise<string> {
  await enqueue(database, operations.putQuestion, { params: { id: recordId, question: id }, body: question }, now);
  await afterEnqueue(database);
  return id;
}

/** Takes a question back that has no answer. */
export async function takeQuestionBack(database: UserDatabase, recordId: string, id: string, now = Date.now()): Promise<void> {
  await enqueue(database, operations.withdrawQuestion, { params: { id: recordId, question: id } }, now);
  await afterEnqueue(database);
}

/** Answers a question about an own record. */
export async function answerQuestion(
  database: UserDatabase,
  { recordId, id }: { recordId: string; id: string },
  answer: { answer: Answer; text: string },
  now = Date.now(),
): Promise<void> {
  await enqueue(database, operations.putAnswer, { params: { id: recordId, question: id }, body: answer }, now);
  await afterEnqueue(database);
}

/** What the user decided, asked and answered, and the server may not have yet. */
export type ValidationChange = Pick<PendingCall, 'at' | 'state'> & { id: string } & (
    | { kind: 'decision'; decision: BodyOf<typeof putDecision> }
    | { kind: 'question'; question: BodyOf<typeof putQuestion> }
    | { kind: 'withdrawal' }
    | { kind: 'answer'; answer: BodyOf<typeof putAnswer> }
  );

/** The changes about a record that the server accepted since a time, then the unsent ones, in order. */
export async function validationChanges(database: UserDatabase, recordId: string, since: number): Promise<ValidationChange[]> {
  const subjects = [DECISION_SUBJECT + recordId, `${QUESTION_SUBJECT}${recordId}:`, `answer:${QUESTION_SUBJECT}${recordId}:`];
  const calls = await Promise.all(subjects.map((subject) => listCalls(database, subject, since)));
  return calls.flat().flatMap((one): ValidationChange[] => {
    const { at, state } = one;
    const decision = readPayload(one, operations.putDecision);
    if (decision) return [{ kind: 'decision', id: decision.params.decision, decision: decision.body, at, state }];
    const question = readPayload(one, operations.putQuestion);
    if (question) return [{ kind: 'question', id: question.params.question, question: question.body, at, state }];
    const withdrawal = readPayload(one, operations.withdrawQuestion);
    if (withdrawal) return [{ kind: 'withdrawal', id: withdrawal.params.question, at, state }];
    const answer = readPayload(one, operations.putAnswer);
    return answer ? [{ kind: 'answer', id: answer.params.question, answer: answer.body, at, state }] : [];
  });
}

/**
 * Ids of the records that the user decided about or asked about as a validator, not sent yet, or accepted by the server since a time. What
 * was taken back since is left out.
 */
export async function decidedRecords(database: UserDatabase, since: number): Promise<Map<string, 'decided' | 'asked'>> {
  const [decisions, questions] = await Promise.all([
    listCalls(database, DECISION_SUBJECT, since),
    listCalls(database, QUESTION_SUBJECT, since),
  ]);
  const lastOf = (calls: readonly PendingCall[]) => new Map(calls.map((one) => [one.subject, one])).values();
  const asked = [...lastOf(questions)].flatMap((one) => {
    const question = readPayload(one, operations.putQuestion);
    return question?.body.as_validator ? [[question.params.id, 'asked'] as const] : [];
  });
  const decided = [...lastOf(decisions)].flatMap((one) => {
    const decision = readPayload(one, operations.putDecision);
    return decision && decision.body.state !== 'unverified' ? [[decision.params.id, 'decided'] as const] : [];
  });
  return new Map([...asked, ...decided]);
}
