import pg from 'pg';
import type { Config } from '../config.ts';
import { readMigrations } from '../db/migrate.ts';
import { onlyRow } from '../db/rows.ts';
import { bytesInWords, type Check, fault, type Finding, good, warning } from './finding.ts';

const OLDEST_VERSION = 15;
/** Connections of one server: two pools and what the jobs use. */
const CONNECTIONS = 30;
/** At 2 billion transactions PostgreSQL stops writing. */
const OLD_TRANSACTIONS = 1_000_000_000;
const CLOCK_LIMIT_S = 2;
/** A replica that is further behind gives lists that people notice. */
const LAG_LIMIT_S = 10;

export interface DatabaseToCheck {
  config: Config;
  url: string;
  isEmbedded: boolean;
}

/** Version, settings, schema, clock and what waits in the database, and the replica if there is one. */
export function databaseChecks({ config, url, isEmbedded }: DatabaseToCheck): Check[] {
  const ask = <T>(work: (client: pg.Client) => Promise<T>) => withClient(url, work);
  const checks: Check[] = [
    { subject: 'database', look: () => ask(lookAtVersion) },
    { subject: 'schema', look: () => ask(lookAtSchema) },
    { subject: 'database settings', look: () => ask((client) => lookAtSettings(client, isEmbedded)) },
    { subject: 'clock', look: () => ask(lookAtClock) },
    { subject: 'photos', look: () => ask(lookAtPhotos) },
    { subject: 'jobs', look: () => ask(lookAtJobs) },
    { subject: 'mail', look: () => ask((client) => lookAtMails(client, config)) },
  ];
  const replica = config.DATABASE_READ_URL;
  if (replica) checks.push({ subject: 'replica', look: () => withClient(replica, lookAtReplica) });
  return checks;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'veld doctor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ask<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T> {
  return onlyRow((await client.query<T>(text)).rows);
}

async function lookAtVersion(client: pg.Client): Promise<Finding[]> {
  const { version, encoding, size, age, is_superuser } = await ask<{
    version: number;
    encoding: string;
    size: string;
    age: number;
    is_superuser: boolean;
  }>(
    client,
    `select current_setting('server_version_num')::integer / 10000 as version, current_setting('server_encoding') as encoding,
      pg_database_size(current_database())::text as size, age(datfrozenxid) as age,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser
    from pg_database where datname = current_database()`,
  );
  const found = [
    version < OLDEST_VERSION
      ? fault('database', `PostgreSQL ${version}`, `Veld needs PostgreSQL ${OLDEST_VERSION} or newer.`)
      : good('database', `PostgreSQL ${version}, ${bytesInWords(Number(size))}`),
  ];
  if (encoding !== 'UTF8') found.push(fault('database', `the encoding is ${encoding}`, 'Create the database with the encoding UTF8.'));
  if (age > OLD_TRANSACTIONS)
    found.push(fault('database', `${age} transactions since the last freeze`, 'Turn autovacuum on and run: vacuum freeze'));
  if (is_superuser)
    found.push(warning('database', 'Veld connects as a superuser', 'Use a role that only owns the database (docs/operations.md).'));
  return found;
}

async function lookAtSchema(client: pg.Client): Promise<Finding[]> {
  const { is_there } = await ask<{ is_there: boolean }>(client, `select to_regclass('schema_migrations') is not null as is_there`);
  if (!is_there) return [warning('schema', 'the database is empty', 'The first start of Veld fills it.')];
  const { rows } = await client.query<{ number: number }>('select number from schema_migrations');
  const done = new Set(rows.map(({ number }) => number));
  const missing = readMigrations().filter(({ number }) => !done.has(number)).length;
  if (missing > 0)
    return [warning('schema', `${missing} migrations have not run`, 'The next start of Veld runs them. Make a backup before.')];
  return [good('schema', `up to date, ${done.size} migrations`)];
}

/** Settings without which an acknowledged record can be lost, and those that make lists slow. */
async function lookAtSettings(client: pg.Client, isEmbedded: boolean): Promise<Finding[]> {
  const settings = await ask<{
    fsync: string;
    full_page_writes: string;
    commit: string;
    page_cost: number;
    connections: number;
    used: number;
  }>(
    client,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as commit, current_setting('random_page_cost')::float8 as page_cost,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as connections,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend' and application_name not like 'veld%') as used`,
  );
  const found: Finding[] = [];
  const needed = (name: string, value: string) =>
    found.push(
      fault(
        'database settings',
        `${name} is ${value}`,
        `Set ${name} to on: a power failure can lose records that people were told are saved.`,
      ),
    );
  if (settings.fsync !== 'on') needed('fsync', settings.fsync);
  if (settings.full_page_writes !== 'on') needed('full_page_writes', settings.full_page_writes);
  if (settings.commit === 'off') needed('synchronous_commit', settings.commit);
  if (settings.page_cost > 1.5 && !isEmbedded)
    found.push(
      warning('database settings', `random_page_cost is ${settings.page_cost}`, 'Set it to 1.1 unless the database is on hard disks.'),
    );
  const room = settings.connections - settings.used;
  if (room < CONNECTIONS)
    found.push(
      warning(
        'database settings',
        `room for ${room} connections`,
        `A server uses up to ${CONNECTIONS}. Raise max_connections, or use a pooler.`,
      ),
    );
  return found.length > 0 ? found : [good('database settings', `durable, room for ${room} connections`)];
}

async function lookAtClock(client: pg.Client): Promise<Finding[]> {
  const before = Date.now();
  const { now } = await ask<{ now: Date }>(client, 'select clock_timestamp() as now');
  return [judgeClock((now.getTime() - (before + Date.now()) / 2) / 1000)];
}

/** What there is to say of a clock of the database that is so many seconds ahead of that of the server. */
export function judgeClock(ahead: number): Finding {
  const text = `the clocks of server and database are ${Math.abs(ahead).toFixed(1)} s apart`;
  return Math.abs(ahead) > CLOCK_LIMIT_S ? fault('clock', text, 'Let both follow a time server (NTP).') : good('clock', text);
}

async function lookAtPhotos(client: pg.Client): Promise<Finding[]> {
  if (!(await isMigrated(client))) return [];
  const { failed, waiting } = await ask<{ failed: number; waiting: number }>(
    client,
    `select (select count(*)::integer from media where state = 'failed') as failed,
      (select count(*)::integer from media where state = 'stored' and created_at < now() - interval '1 hour') as waiting`,
  );
  const found: Finding[] = [];
  if (failed > 0) found.push(warning('photos', `${failed} could not be read`, 'Compare them with their devices: npm run photos -- check'));
  if (waiting > 0)
    found.push(warning('photos', `${waiting} wait for their sizes for more than an hour`, 'Look for errors of the job in the log.'));
  return found.length > 0 ? found : [good('photos', 'all are ready')];
}

async function lookAtJobs(client: pg.Client): Promise<Finding[]> {
  const { is_there } = await ask<{ is_there: boolean }>(client, `select to_regclass('jobs.job') is not null as is_there`);
  if (!is_there) return [];
  const { rows } = await client.query<{ name: string; failed: number; late: number }>(
    `select name, count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'created' and start_after < now() - interval '1 hour')::integer as late
    from jobs.job where state = 'failed' or (state = 'created' and start_after < now() - interval '1 hour')
    group by name order by name`,
  );
  if (rows.length === 0) return [good('jobs', 'none failed or late')];
  return rows.map(({ name, failed, late }) =>
    warning('jobs', `${name}: ${failed} failed, ${late} late by more than an hour`, 'See Administration, Background jobs.'),
  );
}

async function lookAtMails(client: pg.Client, { SMTP_URL }: Config): Promise<Finding[]> {
  if (!(await isMigrated(client))) return [];
  const { late } = await ask<{ late: number }>(
    client,
    `select count(*)::integer as late from mails where state = 'waiting' and created_at < now() - interval '1 hour'`,
  );
  if (late === 0) return [];
  const advice = SMTP_URL ? 'Look for "mail not sent" in the log.' : 'Set SMTP_URL.';
  return [warning('mail', `${late} mails wait for more than an hour`, advice)];
}

const isMigrated = async (client: pg.Client): Promise<boolean> =>
  (await ask<{ is_there: boolean }>(client, `select to_regclass('media') is not null and to_regclass('mails') is not null as is_there`))
    .is_there;

async function lookAtReplica(client: pg.Client): Promise<Finding[]> {
  const { is_replica, lag } = await ask<{ is_replica: boolean; lag: number | null }>(
    client,
    `select pg_is_in_recovery() as is_replica, case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as lag`,
  );
  if (!is_replica)
    return [warning('replica', 'DATABASE_READ_URL is a database of its own', 'Set it to a streaming replica of the main database.')];
  const text = `${(lag ?? 0).toFixed(1)} s behind`;
  return [(lag ?? 0) > LAG_LIMIT_S ? warning('replica', text, 'Look at its load and at its connection.') : good('replica', text)];
}
