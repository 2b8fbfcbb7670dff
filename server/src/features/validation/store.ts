import type { Answer, Question, ValidationState } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { blockedFor, isPublicTo } from '../../db/visibility.ts';
import { onlyRow } from '../../db/rows.ts';
import { BASIS } from '../observations/validation.ts';
import { type FieldRow, isInFields } from './fields.ts';

/** A record with what validators say of it. */
export interface ValidatedRow {
  id: string;
  user_id: string;
  validation: ValidationState;
  is_reopened: boolean;
  basis: string;
  /** Whether the caller may decide about it. */
  is_decidable: boolean;
  /** Whether the caller must not learn when it was saved (decision 0016). */
  is_hidden: boolean;
}

/** Of the records those that the caller may see. */
export async function listValidated(
  on: Db | Tx,
  ids: readonly string[],
  callerId: string,
  fields: readonly FieldRow[],
): Promise<ValidatedRow[]> {
  const { rows } = await sql<ValidatedRow>`
    select o.id, o.user_id, o.validation, o.validation_reopened_at is not null as is_reopened, ${BASIS} as basis,
      ${isInFields(fields, callerId)} as is_decidable, o.geoprivacy <> 'open' and o.user_id <> ${callerId} as is_hidden
    from observations o join users u on u.id = o.user_id
    where o.id = any(${[...ids]}::uuid[]) and (${isPublicTo(callerId)} or (o.user_id = ${callerId} and o.deleted_at is null))
  `.execute(on);
  return rows;
}

export interface DecisionRow {
  id: string;
  observation_id: string;
  user_id: string | null;
  state: ValidationState;
  former: ValidationState;
  reason: string;
  basis: string;
  batch_id: string | null;
}

/** A decision by its id, and how many the person has made about the record. */
export async function findDecision(
  tx: Tx,
  { id, recordId, userId }: { id: string; recordId: string; userId: string },
): Promise<{ existing: DecisionRow | undefined; count: number }> {
  const { rows } = await sql<DecisionRow>`
    select id, observation_id, user_id, state, former, reason, basis, batch_id from validations
    where id = ${id} or (observation_id = ${recordId} and user_id = ${userId})
  `.execute(tx);
  return {
    existing: rows.find((row) => row.id === id),
    count: rows.filter((row) => row.observation_id === recordId && row.user_id === userId).length,
  };
}

/** Inserts a decision. False if the id is in use. */
export async function insertDecision(tx: Tx, row: DecisionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('validations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The name of the person `p` of a row, and whether the caller does not see it for a block between them. */
const person = (callerId: string) => sql`
  p.name as user_name, p.deleted_at is not null as user_is_former, coalesce(p.erase_after is not null or p.id in ${blockedFor(callerId)}, false) as is_unseen`;

interface PersonColumns {
  user_id: string | null;
  user_name: string | null;
  user_is_former: boolean;
  is_unseen: boolean;
}

export interface ListedDecision extends Pick<DecisionRow, 'id' | 'state' | 'reason'>, PersonColumns {
  is_automatic: boolean;
  is_undone: boolean;
  created_at: Date;
}

/** In the order of ids for who must not learn anything of times. */
const latestFirst = (isHidden: boolean): RawBuilder<unknown> => (isHidden ? sql`v.id` : sql`v.seq desc`);

export async function listDecisions(
  db: Db,
  recordId: string,
  callerId: string,
  { isHidden, limit }: { isHidden: boolean; limit: number },
): Promise<ListedDecision[]> {
  const { rows } = await sql<ListedDecision>`
    select v.id, v.state, v.reason, v.is_automatic, v.undone_at is not null as is_undone, v.created_at, v.user_id, ${person(callerId)}
    from (select * from validations where observation_id = ${recordId} order by seq desc limit ${limit}) v
    left join users p on p.id = v.user_id
    order by ${latestFirst(isHidden)}
  `.execute(db);
  return rows;
}

export interface QuestionRow {
  id: string;
  observation_id: string;
  user_id: string;
  question: Question;
  text: string;
  is_validators: boolean;
  former: ValidationState;
}

export interface StoredQuestion extends QuestionRow {
  answer: Answer | null;
  answer_text: string;
  withdrawn_at: Date | null;
}

/** A question by its id, and how many the person has asked about the record, withdrawn ones included. */
export async function findQuestion(
  tx: Tx,
  { id, recordId, userId }: { id: string; recordId: string; userId: string },
): Promise<{ existing: StoredQuestion | undefined; count: number }> {
  const { rows } = await sql<StoredQuestion>`
    select id, observation_id, user_id, question, text, is_validators, former, answer, answer_text, withdrawn_at from record_questions
    where id = ${id} or (observation_id = ${recordId} and user_id = ${userId})
  `.execute(tx);
  return {
    existing: rows.find((row) => row.id === id),
    count: rows.filter((row) => row.observation_id === recordId && row.user_id === userId).length,
  };
}

/** Inserts a question, or the row that remains of one that was withdrawn before it arrived. False if the id is in use. */
export async function insertQuestion(tx: Tx, row: QuestionRow & { withdrawn_at?: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('record_questions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function setQuestionWithdrawn(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('record_questions').set({ withdrawn_at: now }).where('id', '=', id).execute();
}

export async function setAnswer(tx: Tx, id: string, { answer, text, now }: { answer: Answer; text: string; now: Date }): Promise<void> {
  await tx.updateTable('record_questions').set({ answer, answer_text: text, answered_at: now }).where('id', '=', id).execute();
}

/** Whether a validator waits for an answer about a record. */
export async function hasOpenQuestion(tx: Tx, recordId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from record_questions
      where observation_id = ${recordId} and is_validators and answer is null and withdrawn_at is null
    ) as has
  `.execute(tx);
  return onlyRow(rows).has;
}

export interface ListedQuestion extends Omit<StoredQuestion, 'former' | 'observation_id' | 'user_id'>, PersonColumns {
  created_at: Date;
  answered_at: Date | null;
}

/** The questions about a record that the caller may read: not those of people with a block. */
export async function listQuestions(
  db: Db,
  recordId: string,
  callerId: string,
  { isHidden, limit }: { isHidden: boolean; limit: number },
): Promise<ListedQuestion[]> {
  const { rows } = await sql<ListedQuestion>`
    select * from (
      select v.id, v.seq, v.user_id, v.question, v.text, v.is_validators, v.answer, v.answer_text, v.withdrawn_at, v.created_at, v.answered_at,
        ${person(callerId)}
      from record_questions v join users p on p.id = v.user_id
      where v.observation_id = ${recordId} and v.withdrawn_at is null and p.erase_after is null and p.id not in ${blockedFor(callerId)}
      order by v.seq desc limit ${limit}
    ) v order by ${latestFirst(isHidden)}
  `.execute(db);
  return rows;
}

/** Of the records those of which the last question of a validator was answered, and nothing decided since. */
export async function listAnswered(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct q.observation_id as id from record_questions q
    where q.observation_id = any(${[...ids]}::uuid[]) and q.is_validators and q.withdrawn_at is null and q.answered_at is not null
      and not exists (select 1 from validations v where v.observation_id = q.observation_id and v.created_at > q.answered_at)
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
