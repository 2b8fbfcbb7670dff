import {
  deleteValidator,
  getAutomaticRule,
  getValidation,
  listValidators,
  MAX_LOGGED,
  putAnswer,
  putAutomaticRule,
  putDecision,
  putQuestion,
  putValidator,
  withdrawQuestion as withdrawRoute,
  type AskedQuestion,
  type LoggedDecision,
  type RecordValidation,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import type { FindProjectRecords } from '../observations/filter/resolve-filter.ts';
import { acceptCommon, findAutomaticRule, setAutomaticRule } from './automatic.ts';
import { listFields } from './fields.ts';
import { listDecisions, listQuestions, listValidated, type ListedDecision, type ListedQuestion, type ValidatedRow } from './store.ts';
import { appoint, endAppointment, listValidatorRows, positionOfValidator, presentValidator, requireAppointing } from './validators.ts';
import { serveWork } from './work-routes.ts';
import { answerQuestion, ask, decide, withdrawQuestion } from './write.ts';

/** How long a write waits for others of the same record before it fails with 503. */
const MAX_WAIT_MS = 5_000;
const DEFAULT_LIMIT = 50;
const VALIDATORS = 'validators';

export interface ValidationNeeds {
  projectRecords: FindProjectRecords;
}

/** What validators say of records, who they are, and what they ask the observers (decision 0079). */
export function registerValidation(app: FastifyInstance, context: Context, { projectRecords }: ValidationNeeds): void {
  serveRecord(app, context);
  serveValidators(app, context);
  serveWork(app, context, projectRecords);
  serveAutomatic(app, context);
  context.jobs.add({ name: 'automatic-validation', cron: '23 3 * * *', timeLimit: 1800, run: () => acceptCommon(context) });
}

function serveRecord(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  // The writes of a record wait for each other's lock, without a connection.
  const enqueue = keyedQueue(MAX_WAIT_MS);
  const write = (recordId: string, work: (tx: Tx) => Promise<void>) =>
    enqueue(recordId, () => inTransaction(context.db, work)).then(() => undefined);

  serve(app, getValidation, access, async ({ params: { id }, caller }) => {
    const db = context.readDb;
    const { userId } = caller;
    const [record] = await listValidated(db, [id], userId, await listFields(db, userId));
    if (!record) throw new Fault('not_found');
    const part = { isHidden: record.is_hidden, limit: MAX_LOGGED };
    const decisions = await listDecisions(db, id, userId, part);
    return { data: presentValidation(record, { decisions, questions: await listQuestions(db, id, userId, part) }) };
  });

  serve(
    app,
    putDecision,
    access,
    ({ params, body, caller }) =>
      write(params.id, (tx) => decide(tx, { id: params.decision, recordId: params.id, userId: caller.userId, now: context.now() }, body)),
    { problems: ['conflict', 'forbidden'] },
  );

  const keysOf = (params: { id: string; question: string }, userId: string) => ({
    id: params.question,
    recordId: params.id,
    userId,
    now: context.now(),
  });

  serve(app, putQuestion, access, ({ params, body, caller }) => write(params.id, (tx) => ask(tx, keysOf(params, caller.userId), body)), {
    problems: ['conflict', 'forbidden'],
  });

  serve(app, withdrawRoute, access, ({ params, caller }) => write(params.id, (tx) => withdrawQuestion(tx, keysOf(params, caller.userId))), {
    problems: ['forbidden'],
  });

  serve(app, putAnswer, access, ({ params, body, caller }) =>
    write(params.id, (tx) => answerQuestion(tx, keysOf(params, caller.userId), body)),
  );
}

function serveValidators(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(
    app,
    listValidators,
    access,
    async ({ query, caller }) => {
      const isMine = query.mine === '1';
      if (!isMine) await requireAppointing(context, context.readDb, caller, query.project_id ?? null);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listValidatorRows(context.readDb, {
        projectId: query.project_id,
        userId: isMine ? caller.userId : undefined,
        after: readPosition(VALIDATORS, query.cursor),
        limit: limit + 1,
      });
      return presentPage(rows, limit, { list: VALIDATORS, positionOf: positionOfValidator, present: presentValidator });
    },
    { problems: ['forbidden', 'not_found'] },
  );

  serve(
    app,
    putValidator,
    access,
    ({ params, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        await requireAppointing(context, tx, caller, body.field.project_id);
        await appoint(tx, params.id, body, caller.userId);
        return undefined;
      }),
    { problems: ['conflict', 'forbidden', 'not_found'] },
  );

  serve(
    app,
    deleteValidator,
    access,
    ({ params, caller }) =>
      inTransaction(context.db, async (tx) => {
        await endAppointment(context, tx, params.id, caller);
        return undefined;
      }),
    { problems: ['forbidden', 'not_found'] },
  );
}

function serveAutomatic(app: FastifyInstance, context: Context): void {
  const access = withRole(context, 'admin');
  serve(app, getAutomaticRule, access, async () => ({ data: await findAutomaticRule(context.db) }));
  serve(app, putAutomaticRule, access, async ({ body }) => {
    await setAutomaticRule(context.db, body, context.now());
    return undefined;
  });
}

interface Parts {
  decisions: readonly ListedDecision[];
  questions: readonly ListedQuestion[];
}

/** What validators say of a record. Of one that hides its place, others get no time (decision 0016). */
function presentValidation(record: ValidatedRow, { decisions, questions }: Parts): RecordValidation {
  const timeOf = (time: Date) => (record.is_hidden ? null : time.toISOString());
  return {
    state: record.validation,
    is_reopened: record.is_reopened,
    decisions: decisions.map((row): LoggedDecision => ({
      id: row.id,
      user: presentPerson(row),
      is_automatic: row.is_automatic,
      state: row.state,
      // What was written by somebody whom the caller does not see stays unread.
      reason: row.is_unseen ? '' : row.reason,
      is_undone: row.is_undone,
      created_at: timeOf(row.created_at),
    })),
    questions: questions.map((row): AskedQuestion => ({
      id: row.id,
      user: presentPerson(row),
      question: row.question,
      text: row.text,
      is_validators: row.is_validators,
      created_at: timeOf(row.created_at),
      answer:
        row.answer === null ? null : { answer: row.answer, text: row.answer_text, answered_at: row.answered_at && timeOf(row.answered_at) },
    })),
    basis: record.is_decidable ? record.basis : null,
  };
}

function presentPerson({ user_id, user_name, user_is_former, is_unseen }: ListedDecision | ListedQuestion): LoggedDecision['user'] {
  if (user_id === null || is_unseen) return null;
  return { id: user_id, name: user_name ?? '', ...(user_is_former && { is_former: true as const }) };
}
