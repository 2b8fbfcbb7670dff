import pg from 'pg';
import { onlyRow } from '../db/rows.ts';
import { BackupFault, type Header, type Manifest } from './format.ts';

/*
 * The database as one moment has it: all tables are read in one repeatable-read transaction of one connection, so that the backup depends
 * on no tool and no version of PostgreSQL.
 */

export interface TableShape {
  name: string;
  columns: string[];
}

/** Values are written alike whatever the settings of the server and its roles are. */
const SETTINGS = [
  "set client_encoding = 'UTF8'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  'set extra_float_digits = 1',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join('; ');

/** Connects without time limits, and with the settings that rows are written and read with. */
export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'veld backup' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

/** The tables of Veld by name. Those of the job queue belong to its library. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname
  `);
  return rows;
}

/** The newest migration of a database. */
export async function findSchemaVersion(client: pg.Client): Promise<Header['schema']> {
  const { rows } = await client.query<Header['schema']>('select number, name from schema_migrations order by number desc limit 1');
  const [newest] = rows;
  if (!newest) throw new BackupFault('The database has no tables of Veld.');
  return newest;
}

/**
 * Begins the snapshot. Each table is held against changes of its shape first, as they would take effect in a snapshot, too.
 */
export async function beginSnapshot(client: pg.Client, tables: readonly TableShape[]): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query(`lock table ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`);
  await client.query('select 1');
}

/** Where each sequence is. Asked after the rows, so that it is never behind them. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1",
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    // Not from pg_sequences, which has no value instead of an error for a role that may not see it.
    const { rows } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from public.${pg.escapeIdentifier(name)}`,
    );
    sequences.push({ name, ...onlyRow(rows) });
  }
  return sequences;
}

export const copyOfTable = ({ name, columns }: TableShape): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** The jobs to do again after a restore; those of a schedule come by themselves. */
export const COPY_JOBS = `
  copy (
    select job.name, job.data from jobs.job join jobs.queue on queue.name = job.name
    where job.state in ('created', 'retry', 'active') and job.name not like '\\_\\_pgboss%'
    order by job.created_on, job.id
  ) to stdout
`;

export async function listQueues(client: pg.Client): Promise<Manifest['jobs']['queues']> {
  const { rows } = await client.query<Manifest['jobs']['queues'][number]>(`
    select name, retry_limit as "retryLimit", retry_delay as "retryDelay", retry_backoff as "retryBackoff",
      expire_seconds as "expireInSeconds", deletion_seconds as "deleteAfterSeconds"
    from jobs.queue where name not like '\\_\\_pgboss%' order by name
  `);
  return rows;
}
