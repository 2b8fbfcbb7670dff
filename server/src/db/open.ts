import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { preparingPool } from './prepared.ts';
import type { Tables } from './schema.ts';

/** A connection pool, for reading and for starting transactions. */
export type Db = Kysely<Tables>;
/** The parameter type of writing functions, so that they always run inside a transaction. */
export type Tx = Transaction<Tables>;

const BIGINT = 20;
const DATE = 1082;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    // Sequences stay far below 2^53. A date is read as text, so that no time zone can shift it.
    if (oid === BIGINT) return Number;
    if (oid === DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

export interface OpenOptions {
  url: string;
  poolSize?: number;
  /** Time limit in milliseconds for getting a connection or a lock; statements may take three times as long. */
  maxWaitMs?: number;
  /** Whether repeated statements are prepared; yes by default. */
  isPreparing?: boolean | undefined;
  /** Whether each connection sets the limits of its statements; yes by default. A pooler refuses that, so there the role has them. */
  hasLimits?: boolean | undefined;
  /** Called with every query; for measurements. */
  onQuery?: (event: LogEvent) => void;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError?: (error: Error) => void;
}

/** Default of `maxWaitMs`. */
export const MAX_WAIT_MS = 5_000;

/** Opens a connection pool; `preparing` is the one under `db`. By default statements time out after 15 s, and waiting for a lock or a connection after 5 s. */
export function openDatabase(options: OpenOptions): { db: Db; pool: pg.Pool; preparing: PostgresPool } {
  const maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 12,
    types,
    connectionTimeoutMillis: maxWaitMs,
    idleTimeoutMillis: 30_000,
    ...((options.hasLimits ?? true)
      ? { statement_timeout: 3 * maxWaitMs, lock_timeout: maxWaitMs, idle_in_transaction_session_timeout: 30_000 }
      : {}),
    application_name: 'veld',
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // Without a listener, a connection that breaks between two queries of a transaction would end the process. With it, only the
  // next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = preparingPool(pool, options.isPreparing ?? true);
  const dialect = new PostgresDialect({ pool: preparing });
  const db = new Kysely<Tables>({ dialect, ...(options.onQuery ? { log: options.onQuery } : {}) });
  return { db, pool, preparing };
}

/** The limits of the role that statements run with, where connections do not set them. */
export const ROLE_LIMITS = { statement_timeout: '15s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' };

/** The limits that neither the connection nor the role has, so that a statement could wait forever. */
export async function listMissingLimits(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>("select name from pg_settings where name = any($1) and setting = '0' order by name", [
    Object.keys(ROLE_LIMITS),
  ]);
  return rows.map(({ name }) => name);
}
