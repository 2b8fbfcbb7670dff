import pg from 'pg';
import { vi } from 'vitest';

/** A statement that the server has sent to the database. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Where `recordStatements` puts statements while a recording runs. */
export interface StatementRecorder {
  /** Runs `work` and returns the statements that were sent meanwhile, `begin` and `commit` included. */
  during(work: () => Promise<unknown>): Promise<SentStatement[]>;
  restore(): void;
}

/** What pg-boss reads once a minute, by a timer, for its cache of all queues. A route that asks for one queue names it. */
const QUEUE_CACHE = /^\s*select\s+q\.name,\s+q\.policy,[^;()]*\bfrom jobs\.queue q\s*$/i;

/**
 * Records all statements that this process sends, below every pool and query builder, so that none can be missed, except those of
 * pg-boss's own timer. Called before any connection is made. Only one recording at a time.
 */
export function recordStatements(): StatementRecorder {
  let sent: SentStatement[] | null = null;
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const statement = statementOf(given);
    if (!QUEUE_CACHE.test(statement.text)) sent?.push(statement);
    return send.apply(this, given) as never;
  });
  return {
    async during(work) {
      const own: SentStatement[] = [];
      sent = own;
      try {
        await work();
      } finally {
        sent = null;
      }
      return own;
    },
    restore: () => spy.mockRestore(),
  };
}

/** The arguments of `query`: a text and values, or an object with both. */
function statementOf([first, second]: unknown[]): SentStatement {
  const { text, values } = typeof first === 'string' ? { text: first, values: undefined } : (first as Partial<SentStatement>);
  return { text: text ?? '', values: values ?? (Array.isArray(second) ? (second as unknown[]) : []) };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** How often PostgreSQL plans a prepared statement for its parameters before it considers a plan for all of them. */
const CUSTOM_PLANS = 5;
/** Statements whose generic plan reads nothing sequentially, so that it is looked at once: many routes send the same ones. */
const withoutScans = new WeakMap<pg.Client, Set<string>>();
/** A generic plan still has the parameters; in others, their values stand instead. */
const isGeneric = (plan: PlanNode) => /\$\d/.test(JSON.stringify(plan));

/**
 * The tables that a statement reads sequentially: with its own parameters, and as a prepared statement that has been used often
 * enough for a generic plan.
 */
export async function scannedTables(client: pg.Client, { text, values }: SentStatement): Promise<Set<string>> {
  const scanned = new Set<string>();
  if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(text)) return scanned;
  await client.query(`prepare planned as ${text}`);
  try {
    const literals = values.map((value) => literalOf(value)).join(', ');
    const execute = `explain (format json) execute planned${literals === '' ? '' : `(${literals})`}`;
    const known = withoutScans.get(client) ?? new Set();
    withoutScans.set(client, known);
    const most = known.has(text) ? 0 : CUSTOM_PLANS;
    for (let count = 0; count <= most; count++) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(execute);
      const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
      if (count === 0) collect(plan, scanned);
      if (values.length === 0) break;
      if (count < CUSTOM_PLANS) continue;
      const last = collect(plan, new Set());
      for (const table of last) scanned.add(table);
      if (last.size === 0 && isGeneric(plan)) known.add(text);
    }
  } finally {
    await client.query('deallocate planned');
  }
  return scanned;
}

/** A parameter as the driver would send it, as a literal whose type PostgreSQL infers. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? arrayOf(value) : textOf(value));
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayOf(values: readonly unknown[]): string {
  const items = values.map((value) =>
    value === null ? 'NULL' : Array.isArray(value) ? arrayOf(value) : `"${textOf(value).replaceAll(/["\\]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}

function collect(node: PlanNode, scanned: Set<string>): Set<string> {
  if (node['Node Type'] === 'Seq Scan') scanned.add(node['Relation Name']!);
  for (const below of node.Plans ?? []) collect(below, scanned);
  return scanned;
}

/** The tables with more rows than `rows`, by the statistics of the last ANALYZE. */
export async function largeTables(client: pg.Client, rows: number): Promise<string[]> {
  const found = await client.query<{ relname: string }>(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1 order by relname",
    [rows],
  );
  return found.rows.map((row) => row.relname);
}
