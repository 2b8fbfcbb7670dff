import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { toError } from '../thrown.ts';

/** The schema cannot be migrated to this version of Veld. The message is one line for the user. */
export class MigrationError extends Error {}

interface Migration {
  number: number;
  name: string;
  sql: string;
  /** The oldest version of Veld, by its newest migration, that can run on the schema after this migration. */
  worksFrom: number;
}

const FOLDER = join(import.meta.dirname, 'migrations');
/** The key of the advisory lock that makes concurrent starts migrate one after another; the number is arbitrary. */
const LOCK = 7_238_401;

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      const number = Number(name.slice(0, 4));
      return { number, name, sql, worksFrom: Number(/^-- works from (\d{4})/m.exec(sql)?.[1] ?? number) };
    });
}

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. Several servers may start at the same
 * time. Throws a `MigrationError` if a migration fails, or if the schema is newer and its migrations are not marked as compatible
 * with this version (decision 0017).
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<string[]> {
  const lock = await connect(url);
  const client = await connect(url);
  try {
    // Held by a transaction, which a pooler never passes to another connection, unlike a session.
    await lock.query(`begin; ${NO_LIMITS}; select pg_advisory_xact_lock(${LOCK})`);
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, hash text not null, works_from integer not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ number: number; name: string; works_from: number }>(
      'select number, name, works_from from schema_migrations order by number',
    );
    const newest = migrations.at(-1)?.number ?? 0;
    const ahead = rows.filter((row) => row.number > newest);
    const incompatible = ahead.find((row) => row.works_from > newest);
    if (incompatible)
      throw new MigrationError(`The database belongs to a newer Veld (${incompatible.name}), which this version cannot use. Update Veld.`);
    const done = new Set(rows.map((row) => row.number));
    const ran: string[] = [];
    for (const migration of migrations.filter((entry) => !done.has(entry.number))) {
      await client.query(`begin; ${NO_LIMITS}`);
      try {
        await client.query(migration.sql);
        await client.query('insert into schema_migrations (number, name, hash, works_from) values ($1, $2, $3, $4)', [
          migration.number,
          migration.name,
          createHash('sha256').update(migration.sql).digest('hex'),
          migration.worksFrom,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw new MigrationError(`Migration ${migration.name} failed and was rolled back: ${toError(error).message}`);
      }
      ran.push(migration.name);
    }
    return ran;
  } finally {
    for (const each of [client, lock]) await each.end().catch(() => undefined);
  }
}

/** The role may have limits for what a server does (docs/cluster.md). */
const NO_LIMITS = 'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'veld migrations' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
