import { deleteBatch, deleteRule, listRules, listToValidate, putBatch, putRule } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { FairQueue, forDecoders } from '../../http/fair-queue.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { isModerator, loggedIn } from '../accounts/access.ts';
import type { FindProjectRecords } from '../observations/record-filter.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';
import { decideBatch, undoBatch } from './batch.ts';
import { listFields } from './fields.ts';
import { queuePage } from './queue.ts';
import { readDraft, endRule, mayWrite, listRuleRows, writeRule } from './rules.ts';

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
