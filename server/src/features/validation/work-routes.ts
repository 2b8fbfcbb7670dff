import { deleteBatch, deleteRule, listRules, listToValidate, putBatch, putRule, type BodyOf, type ValidationState } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { FairQueue, forDecoders } from '../../http/fair-queue.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { isModerator, loggedIn } from '../accounts/access.ts';
import type { FindProjectRecords } from '../observations/filter/resolve-filter.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';
import { listFields } from './fields.ts';
import { queuePage } from './queue.ts';
import { readDraft, endRule, mayWrite, listRuleRows, writeRule } from './rules.ts';
import type { Tx } from '../../db/open.ts';
import { insertNotifications } from '../notifications/write.ts';
import { setValidations } from '../observations/validation.ts';
import { listValidated } from './store.ts';

const DEFAULT_LIMIT = 50;
const RULES = 'validation rules';

/** What validators work with: the queue, batches and rules. */
export function serveWork(app: FastifyInstance, context: Context, projectRecords: FindProjectRecords): void {
  const access = loggedIn(context);
  // A filter may read many records.
  const turns = new FairQueue(forDecoders());

  serve(
    app,
    listToValidate,
    access,
    ({ query, caller }) => turns.run(caller.userId, () => queuePage(context, query, caller, projectRecords)),
    { isPresented: true, problems: ['not_found'] },
  );

  serve(
    app,
    putBatch,
    access,
    ({ params: { id }, body, caller }) =>
      inTransaction(context.db, async (tx) => ({
        data: { decided: await decideBatch(tx, { id, userId: caller.userId, now: context.now() }, body) },
      })),
    { problems: ['conflict'] },
  );

  serve(app, deleteBatch, access, ({ params: { id }, caller }) =>
    inTransaction(context.db, async (tx) => {
      await undoBatch(tx, { id, userId: caller.userId, now: context.now() });
      return undefined;
    }),
  );

  serve(
    app,
    listRules,
    access,
    async ({ query, caller }) => {
      const db = context.readDb;
      const fields = await listFields(db, caller.userId);
      if (fields.length === 0 && !isModerator(caller)) throw new Fault('forbidden');
      const limit = query.limit ?? DEFAULT_LIMIT;
      const [before = null] = readPosition(RULES, query.cursor) ?? [];
      if (before !== null && !/^\d{1,15}$/.test(before)) throw invalid('cursor', 'cursor');
      const lineage = query.taxon_id === undefined ? undefined : (await findLineages(db, [query.taxon_id])).get(query.taxon_id);
      const taxonIds = query.taxon_id === undefined ? undefined : (lineage?.map(({ id }) => id) ?? []);
      const rows = await listRuleRows(db, { taxonIds, before, limit: limit + 1 });
      const taxa = await findSummaries(
        db,
        rows.map((row) => row.taxon_id),
        caller.language,
      );
      return presentPage(rows, limit, {
        list: RULES,
        positionOf: ({ seq }) => [String(seq)],
        present: (row) => ({
          id: row.id,
          rule: readDraft(row),
          taxon: taxa.get(row.taxon_id) ?? null,
          author: row.author,
          is_editable: mayWrite(fields, caller, readDraft(row), row.taxon_group),
        }),
      });
    },
    { problems: ['forbidden'] },
  );

  serve(
    app,
    putRule,
    access,
    ({ params: { id }, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        await writeRule(tx, id, body, caller);
        return undefined;
      }),
    { problems: ['conflict', 'forbidden'] },
  );

  serve(
    app,
    deleteRule,
    access,
    ({ params: { id }, caller }) =>
      inTransaction(context.db, async (tx) => {
        await endRule(tx, id, caller, context.now());
        return undefined;
      }),
    { problems: ['forbidden'] },
  );
}

interface BatchKeys {
  id: string;
  userId: string;
  now: Date;
}

interface BatchRow {
  id: string;
  observation_id: string;
  user_id: string | null;
  state: ValidationState;
  former: ValidationState;
}

/** Locks the writes of the owners of records, in one order, so that batches do not wait for each other in a circle. */
async function lockOwners(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select 1 from owner_counters where user_id in (select user_id from observations where id = any(${[...ids]}::uuid[]))
    order by user_id for update
  `.execute(tx);
}

async function findBatch(tx: Tx, id: string): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select id, observation_id, user_id, state, former from validations where batch_id = ${id} order by observation_id
  `.execute(tx);
  return rows;
}

/** Decides about the records of a batch that may be decided about and are still what the validator saw. Returns their ids. */
async function decideBatch(tx: Tx, { id, userId }: BatchKeys, { records }: BodyOf<typeof putBatch>): Promise<string[]> {
  const ids = records.map((one) => one.id);
  await lockOwners(tx, ids);
  const before = await findBatch(tx, id);
  if (before.some((row) => row.user_id !== userId)) throw new Fault('conflict');
  if (before.length > 0) return before.map((row) => row.observation_id);
  const found = new Map((await listValidated(tx, ids, userId, await listFields(tx, userId))).map((row) => [row.id, row]));
  const decided = records.flatMap(({ id: recordId, basis, state }) => {
    const record = found.get(recordId);
    return record?.is_decidable && record.basis === basis && record.validation !== state
      ? [{ id: randomUUID(), observation_id: recordId, owner: record.user_id, state, former: record.validation, basis }]
      : [];
  });
  const unique = [...new Map(decided.map((one) => [one.observation_id, one])).values()];
  if (unique.length === 0) return [];
  await sql`
    insert into validations (id, observation_id, user_id, state, former, reason, basis, batch_id)
    select d.id, d.observation_id, ${userId}::uuid, d.state, d.former, '', d.basis, ${id}::uuid
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as d (id uuid, observation_id uuid, state text, former text, basis text)
  `.execute(tx);
  await setValidations(
    tx,
    unique.map((one) => ({ id: one.observation_id, state: one.state })),
  );
  const event = { kind: 'validation', reason: 'own_record', actorId: userId } as const;
  await insertNotifications(
    tx,
    unique.map((one) => ({
      ...event,
      userId: one.owner,
      subject: one.observation_id,
      recordId: one.observation_id,
      causeId: one.id,
      facts: { validation: one.state },
    })),
  );
  return unique.map((one) => one.observation_id);
}

/** Takes a batch back where nothing else was decided since. */
async function undoBatch(tx: Tx, { id, userId, now }: BatchKeys): Promise<void> {
  const rows = await findBatch(tx, id);
  if (rows.some((row) => row.user_id !== userId)) throw new Fault('not_found');
  const ids = rows.map((row) => row.observation_id);
  await lockOwners(tx, ids);
  const { rows: standing } = await sql<{ id: string; state: ValidationState }>`
    update validations v set undone_at = ${now} from observations o
    where v.batch_id = ${id} and v.undone_at is null and o.id = v.observation_id and o.deleted_at is null and o.validation = v.state
      and not exists (select 1 from validations later where later.observation_id = v.observation_id and later.seq > v.seq)
    returning v.observation_id as id, v.former as state
  `.execute(tx);
  await setValidations(tx, standing);
}
