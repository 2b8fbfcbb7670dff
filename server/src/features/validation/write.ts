import { type BodyOf, MAX_DECISIONS_EACH, MAX_QUESTIONS_EACH, type putAnswer, type putDecision, type putQuestion } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { type LockedRecord, lockRecord } from '../identifications/store.ts';
import { insertNotifications } from '../notifications/write.ts';
import { setValidation } from '../observations/validation.ts';
import { listFields } from './fields.ts';
import {
  findDecision,
  findQuestion,
  hasOpenQuestion,
  insertDecision,
  insertQuestion,
  listValidated,
  setAnswer,
  setQuestionWithdrawn,
  type StoredQuestion,
  type ValidatedRow,
} from './store.ts';

export interface Keys {
  id: string;
  recordId: string;
  userId: string;
  now: Date;
}

/** Decides about a record, and tells its observer. */
export async function decide(tx: Tx, keys: Keys, { state, reason, basis }: BodyOf<typeof putDecision>): Promise<void> {
  const { id, recordId, userId } = keys;
  const owner = requireOthers(await lockRecord(tx, recordId, userId), userId).user_id;
  const { existing, count } = await findDecision(tx, keys);
  const row = { id, observation_id: recordId, user_id: userId, state, reason: reason.trim(), basis, batch_id: null };
  if (existing) {
    const { former: _, ...content } = existing;
    requireSame(content, row);
    return;
  }
  const record = await requireDecidable(tx, recordId, userId);
  if (record.basis !== basis) throw new Fault('conflict');
  if (count >= MAX_DECISIONS_EACH) throw invalid('state', 'too_many');
  if (!(await insertDecision(tx, { ...row, former: record.validation }))) throw new Fault('conflict');
  await setValidation(tx, owner, [recordId], state);
  if (state === 'unverified') return;
  const event = { kind: 'validation', reason: 'own_record', subject: recordId, recordId, causeId: id } as const;
  await insertNotifications(tx, [{ ...event, userId: owner, actorId: userId, facts: { validation: state } }]);
}

/** Asks the observer. Only the question of a validator makes the record `asked`. */
export async function ask(tx: Tx, keys: Keys, body: BodyOf<typeof putQuestion>): Promise<void> {
  const { id, recordId, userId } = keys;
  const owner = requireOthers(await lockRecord(tx, recordId, userId), userId).user_id;
  const { existing, count } = await findQuestion(tx, keys);
  const content = {
    user_id: userId,
    observation_id: recordId,
    question: body.question,
    text: body.text.trim(),
    is_validators: body.as_validator,
  };
  if (existing) {
    const { user_id, observation_id, question, text, is_validators, withdrawn_at } = existing;
    const isOther = user_id !== userId || observation_id !== recordId;
    if (withdrawn_at === null || isOther) requireSame({ user_id, observation_id, question, text, is_validators }, content);
    return;
  }
  if (count >= MAX_QUESTIONS_EACH) throw invalid('question', 'too_many');
  const former = body.as_validator ? (await requireDecidable(tx, recordId, userId)).validation : 'unverified';
  const row = { id, ...content, former: former === 'asked' ? 'unverified' : former } as const;
  if (!(await insertQuestion(tx, row))) throw new Fault('conflict');
  if (body.as_validator) await setValidation(tx, owner, [recordId], 'asked');
  const event = { kind: 'question', reason: 'own_record', subject: id, recordId, causeId: id } as const;
  await insertNotifications(tx, [{ ...event, userId: owner, actorId: userId }]);
}

/** Withdraws a question without an answer. One that never arrived is remembered, so that it does not arrive later. */
export async function withdrawQuestion(tx: Tx, keys: Keys): Promise<void> {
  const { id, recordId, userId, now } = keys;
  const owner = requireOthers(await lockRecord(tx, recordId, userId), userId).user_id;
  const { existing, count } = await findQuestion(tx, keys);
  if (!existing) {
    if (count >= MAX_QUESTIONS_EACH) return;
    const nothing = { question: 'other', text: '', is_validators: false, former: 'unverified', withdrawn_at: now } as const;
    await insertQuestion(tx, { id, observation_id: recordId, user_id: userId, ...nothing });
    return;
  }
  const isMine = existing.user_id === userId && existing.observation_id === recordId;
  if (!isMine || existing.withdrawn_at !== null || existing.answer !== null) return;
  await setQuestionWithdrawn(tx, id, now);
  if (existing.is_validators) await endAsking(tx, owner, recordId, existing.former);
}

/** Answers a question about an own record, and tells who asked. */
export async function answerQuestion(tx: Tx, keys: Keys, body: BodyOf<typeof putAnswer>): Promise<void> {
  const { id, recordId, userId, now } = keys;
  const record = await lockRecord(tx, recordId, userId);
  if (record?.user_id !== userId) throw new Fault('not_found');
  const { existing } = await findQuestion(tx, keys);
  if (!existing || existing.observation_id !== recordId || existing.withdrawn_at !== null) throw new Fault('not_found');
  const text = body.text.trim();
  if (existing.answer === body.answer && existing.answer_text === text) return;
  await setAnswer(tx, id, { answer: body.answer, text, now });
  // A validator decides anew, with the answer.
  if (existing.is_validators) await endAsking(tx, userId, recordId, 'unverified');
  await tellAsker(tx, existing, userId);
}

/** The record is not `asked` any more, unless another validator waits, or something else was decided since. */
async function endAsking(tx: Tx, owner: string, recordId: string, next: ValidatedRow['validation']): Promise<void> {
  if (await hasOpenQuestion(tx, recordId)) return;
  const [record] = await listValidated(tx, [recordId], owner, []);
  if (record?.validation === 'asked') await setValidation(tx, owner, [recordId], next);
}

async function tellAsker(tx: Tx, { id, user_id: asker, observation_id: recordId }: StoredQuestion, observer: string): Promise<void> {
  const event = { kind: 'question', reason: 'own_content', subject: id, recordId, causeId: id } as const;
  await insertNotifications(tx, [{ ...event, userId: asker, actorId: observer, facts: { is_answer: true } }]);
}

async function requireDecidable(tx: Tx, recordId: string, userId: string): Promise<ValidatedRow> {
  const [record] = await listValidated(tx, [recordId], userId, await listFields(tx, userId));
  if (!record?.is_decidable) throw new Fault('forbidden');
  return record;
}

/** Nobody decides about own records, or asks themselves. */
function requireOthers(record: LockedRecord | undefined, userId: string): LockedRecord {
  if (!record) throw new Fault('not_found');
  if (record.user_id === userId) throw new Fault('forbidden');
  return record;
}

/** The id belongs to one content. */
function requireSame<T extends object>(existing: T, sent: T): void {
  if (Object.entries(existing).some(([name, value]) => value !== sent[name as keyof T])) throw new Fault('conflict');
}
