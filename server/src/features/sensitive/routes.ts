import {
  deleteSensitiveRule,
  exportSensitiveRules,
  importSensitiveRules,
  listSensitiveRules,
  listTaxonRules,
  MAX_SENSITIVE_RULES,
  putSensitiveRule,
  type SensitiveImport,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import { logAct } from '../operations/audit.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { firstFaults, readList, writeList } from './read-list.ts';
import {
  aboutKey,
  countRules,
  findRule,
  HIDING_JOB,
  insertDueTaxa,
  listAllRules,
  listRules,
  listRulesOfTaxon,
  lockRules,
  presentRule,
  removeRules,
  type RuleRow,
  upsertRules,
} from './store.ts';

const PAGE = 50;
const LIST = 'sensitive taxa';

/** The list of sensitive taxa (decision 0080). What it means for records is computed with them (observations/hiding.ts). */
export function registerSensitive(app: FastifyInstance, context: Context): void {
  const { db, readDb } = context;
  const admin = withRole(context, 'admin');

  serve(app, listTaxonRules, loggedIn(context), async ({ params }) => ({ data: await listRulesOfTaxon(readDb, params.taxonId) }));

  serve(app, listSensitiveRules, admin, async ({ query, language }) => {
    const { search, limit = PAGE } = query;
    const rows = await listRules(db, { search, language, after: readPosition(LIST, query.cursor), limit: limit + 1 });
    const page = presentPage(rows, limit, {
      list: LIST,
      positionOf: ({ scientific_name, id }) => [scientific_name, id],
      present: presentRule,
    });
    return { ...page, ...(await countRules(db, search, language)) };
  });

  serve(
    app,
    putSensitiveRule,
    admin,
    ({ params: { id }, body, caller }) =>
      inTransaction(db, async (tx) => {
        await lockRules(tx);
        const taxonId = await currentTaxonId(tx, body.taxon_id);
        const [rule, before, rules] = [{ ...body, id, taxon_id: taxonId }, await findRule(tx, id), await listAllRules(tx)];
        if (before && isSame(before, rule)) return undefined;
        if (rules.some((other) => other.id !== id && aboutKey(other) === aboutKey(rule))) throw new Fault('conflict');
        if (!before && rules.length >= MAX_SENSITIVE_RULES) throw invalid('taxon_id', 'rules_limit');
        await upsertRules(tx, [rule]);
        await apply(tx, before ? [before, rule] : [rule]);
        const details = { ...(before ? { before: sayRule(before) } : {}), after: sayRule(rule) };
        await logAct(
          tx,
          { actorId: caller.userId, action: 'put_sensitive_rule', subject: ['sensitive_taxa', String(taxonId)], details },
          context.now(),
        );
        return undefined;
      }),
    { problems: ['conflict'] },
  );

  serve(app, deleteSensitiveRule, admin, ({ params: { id }, caller }) =>
    inTransaction(db, async (tx) => {
      await lockRules(tx);
      const before = await findRule(tx, id);
      if (!before) throw new Fault('not_found');
      await removeRules(tx, [id]);
      await apply(tx, [before]);
      const act = { action: 'delete_sensitive_rule', subject: ['sensitive_taxa', String(before.taxon_id)] } as const;
      await logAct(tx, { actorId: caller.userId, ...act, details: { before: sayRule(before) } }, context.now());
      return undefined;
    }),
  );

  serve(app, importSensitiveRules, admin, ({ body, caller }) =>
    inTransaction(db, async (tx) => {
      await lockRules(tx);
      const { report, changed } = await importList(tx, body);
      if (changed.length > 0) {
        await apply(tx, changed);
        const { added, changed: other, removed } = report;
        const details = { added: String(added), changed: String(other), removed: String(removed) };
        await logAct(
          tx,
          { actorId: caller.userId, action: 'import_sensitive_rules', subject: ['sensitive_taxa', 'list'], details },
          context.now(),
        );
      }
      return { data: report };
    }),
  );

  serve(app, exportSensitiveRules, admin, async ({ reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sensitive-taxa.csv"')
      .send(writeList(await listAllRules(db))),
  );

  /** Lets the records of the taxa of these rules be looked at again. */
  async function apply(tx: Tx, rules: readonly RuleRow[]): Promise<void> {
    await insertDueTaxa(
      tx,
      rules.map(({ taxon_id }) => taxon_id),
    );
    await context.jobs.send(HIDING_JOB, {}, tx);
  }
}

interface Import {
  csv: string;
  is_dry_run: boolean;
  replaces: boolean;
  skips_unknown: boolean;
}

/** What a list would change, or has changed; `changed` are the rules before and after, if they were stored. */
async function importList(tx: Tx, body: Import): Promise<{ report: SensitiveImport; changed: RuleRow[] }> {
  const { rules, faults } = await readList(tx, body.csv);
  const stored = new Map((await listAllRules(tx)).map((rule) => [aboutKey(rule), rule]));
  const wanted = rules.map((rule) => ({ ...rule, id: stored.get(aboutKey(rule))?.id ?? rule.id }));
  const keys = new Set(wanted.map(aboutKey));
  const added = wanted.filter((rule) => !stored.has(aboutKey(rule)));
  const different = wanted.filter((rule) => {
    const before = stored.get(aboutKey(rule));
    return before && !isSame(before, rule);
  });
  const removed = body.replaces ? [...stored].filter(([key]) => !keys.has(key)).map(([, rule]) => rule) : [];
  const blocking = faults.filter(({ fault }) => !body.skips_unknown || (fault !== 'unknown_name' && fault !== 'ambiguous_name'));
  const report = {
    added: added.length,
    changed: different.length,
    same: wanted.length - added.length - different.length,
    removed: removed.length,
    faults: firstFaults(faults),
    fault_count: faults.length,
  };
  if (stored.size + added.length - removed.length > MAX_SENSITIVE_RULES) throw invalid('csv', 'rules_limit');
  if (body.is_dry_run || blocking.length > 0) return { report, changed: [] };
  await removeRules(
    tx,
    removed.map(({ id }) => id),
  );
  await upsertRules(tx, [...added, ...different]);
  return { report, changed: [...added, ...different, ...removed] };
}

function isSame(one: RuleRow, other: RuleRow): boolean {
  return (
    aboutKey(one) === aboutKey(other) && one.grid_km === other.grid_km && one.reason === other.reason && one.area_name === other.area_name
  );
}

const sayRule = ({ country_code, area_name, area, months, grid_km, reason }: RuleRow) =>
  [country_code ?? area_name ?? (area ? 'area' : 'everywhere'), months.join(' '), grid_km === null ? 'hidden' : `${grid_km} km`, reason]
    .filter(Boolean)
    .join('; ');
