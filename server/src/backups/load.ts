import pg from 'pg';
import { copyIn } from './copy.ts';
import { BackupFault, JOBS, type Manifest } from './format.ts';
import { copyOfTable, listTables } from './snapshot.ts';

/** Memory for building an index, of the database. */
const INDEX_MEMORY = '256MB';

interface Definition {
  table: string;
  name: string;
  definition: string;
}

/**
 * Loads rows into the tables of a new database, in one transaction. Keys to other tables and indexes are taken off first and made again at
 * the end: that needs no order of the tables and no superuser, and checks the whole at once.
 */
export class RowLoader {
  readonly #client: pg.Client;
  readonly #statements: Map<string, string>;
  readonly #keys: Definition[];
  readonly #indexes: Definition[];

  private constructor(client: pg.Client, statements: Map<string, string>, keys: Definition[], indexes: Definition[]) {
    this.#client = client;
    this.#statements = statements;
    this.#keys = keys;
    this.#indexes = indexes;
  }

  /** Begins the transaction, and empties the tables of what migrations wrote. */
  static async begin(client: pg.Client, { tables }: Manifest): Promise<RowLoader> {
    const existing = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
    const unknown = tables.find(({ name, columns }) => !columns.every((column) => existing.get(name)?.has(column)));
    if (unknown || tables.length !== existing.size)
      throw new BackupFault(`The backup has other tables than Veld of its version${unknown ? `: ${unknown.name}` : ''}.`);
    await client.query('create table veld_restoring.jobs (name text, data jsonb)');
    await client.query('begin');
    await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
    const keys = await listDefinitions(client, KEYS);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    const indexes = await listDefinitions(client, INDEXES);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    const statements = new Map(tables.map((table) => [table.name, `${copyOfTable(table)} from stdin`]));
    statements.set(JOBS, 'copy veld_restoring.jobs (name, data) from stdin');
    return new RowLoader(client, statements, keys, indexes);
  }

  async add(table: string, bytes: Buffer, rows: number): Promise<void> {
    const statement = this.#statements.get(table);
    if (statement === undefined) throw new BackupFault(`The backup has rows of ${table}, which its manifest does not name.`);
    const stored = await copyIn(this.#client, statement, bytes);
    if (stored !== rows) throw new BackupFault(`The database stored ${stored} of ${rows} rows of ${table}.`);
  }

  /** Sets the sequences, makes indexes and keys again, and commits. `onStep` is called with the name of each. */
  async finish({ sequences }: Manifest, onStep: (name: string) => void): Promise<void> {
    for (const { name, value, is_called } of sequences)
      await this.#client.query('select setval($1::regclass, $2, $3)', [`public.${pg.escapeIdentifier(name)}`, value, is_called]);
    for (const { name, definition } of this.#indexes) {
      onStep(name);
      await this.#client.query(definition);
    }
    for (const { table, name, definition } of this.#keys) {
      onStep(name);
      await this.#client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await this.#client.query('commit');
  }
}

const KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2
`;
const INDEXES = `
  select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint where conindid = i.indexrelid) order by 1, 2
`;

async function listDefinitions(client: pg.Client, query: string): Promise<Definition[]> {
  return (await client.query<Definition>(query)).rows;
}

/** Removes all of Veld's tables. */
export async function clearDatabase(client: pg.Client): Promise<void> {
  await client.query('rollback');
  await client.query('drop schema if exists jobs cascade');
  const { rows } = await client.query<{ name: string }>("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'");
  if (rows.length > 0) await client.query(`drop table ${rows.map(({ name }) => `public.${name}`).join(', ')} cascade`);
}

/** Whether there is no table yet, of Veld or of something else. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from pg_tables where schemaname in ('public', 'jobs') limit 1");
  return rowCount === 0;
}

/** Takes some of the jobs that were loaded; none when all were taken. */
export async function takeJobs(client: pg.Client, count: number): Promise<{ name: string; data: object | null }[]> {
  const { rows } = await client.query<{ name: string; data: object | null }>(
    'delete from veld_restoring.jobs where ctid in (select ctid from veld_restoring.jobs limit $1) returning name, data',
    [count],
  );
  return rows;
}
