import { sql } from 'kysely';
import pg from 'pg';
import { toError } from '../thrown.ts';
import type { Db } from './open.ts';
import { onlyRow } from './rows.ts';
import { setServerState } from './server-state.ts';

/** How often the primary and the replica are asked how far they are. */
const LOOK_MS = 500;
/** How long one look waits for each of them. */
const LOOK_LIMIT_MS = 2_000;
/** Longer ago than any lag that is allowed. */
const MAX_SAMPLES = 600;

/** Where the log of an instance ends. */
export interface LogEnd {
  /** The instance and its timeline: positions can be compared within one only. */
  line: string;
  /** Bytes of the log. */
  position: number;
}

/** In the row of the primary; a standby has it once it has replayed it. */
const FENCE = 'timeline';
const POSITION = `(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8`;
const LINE = `(select left(value, 8) from server_state where key = 'epoch') || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`;

/** The end of the log of the primary, which has everything that was committed before. */
export async function findLogEnd(db: Db): Promise<LogEnd> {
  const { rows } = await sql<LogEnd>`select ${sql.raw(LINE)} as line, ${sql.raw(POSITION)} as position`.execute(db);
  return onlyRow(rows);
}

interface WatchedParts {
  /** The primary, for writing. */
  db: Db;
  primaryUrl: string;
  replicaUrl: string;
  report: (message: string) => void;
}

/**
 * Follows how far a replica is behind the primary, without comparing clocks: what the primary had written at a time on this machine's clock,
 * and which of that the replica has replayed. A replica that follows another primary, as after a failover, lacks the row that says which
 * timeline is the present one, so it does not count however much it has.
 */
export class ReplicaWatch {
  readonly #db: Db;
  readonly #primary: pg.Pool;
  readonly #replica: pg.Pool;
  readonly #report: (message: string) => void;
  /** What the primary had written, by `performance.now()` before it was asked, the oldest first. */
  #samples: (LogEnd & { at: number })[] = [];
  #replayed: LogEnd | null = null;
  #freshAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #lastReport = '';

  constructor({ db, primaryUrl, replicaUrl, report }: WatchedParts) {
    this.#db = db;
    this.#primary = openOne(primaryUrl);
    this.#replica = openOne(replicaUrl);
    this.#report = report;
  }

  /** Seconds since the replica had everything that was committed; infinite while that is not known. */
  get lag(): number {
    return (performance.now() - this.#freshAt) / 1000;
  }

  /** Where the replica surely is; null while that is not known. */
  get replayed(): LogEnd | null {
    return this.#replayed;
  }

  /** The instance and timeline of the primary at the last look. */
  get line(): string | null {
    return this.#samples.at(-1)?.line ?? null;
  }

  start(): void {
    const look = () => {
      this.#looking = this.#look()
        .then(() => this.#say(''))
        .catch((error: unknown) => this.#say(toError(error).message))
        .finally(() => {
          if (this.#timer) this.#timer = setTimeout(look, LOOK_MS).unref();
        });
    };
    this.#timer = setTimeout(look, 0).unref();
  }

  /** After it failed, or proved to be another database: the replica counts again once it has answered as one. */
  forget(): void {
    this.#freshAt = Number.NEGATIVE_INFINITY;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#looking;
    await Promise.all([this.#primary.end(), this.#replica.end()]);
  }

  async #look(): Promise<void> {
    const at = performance.now();
    const { rows } = await this.#primary.query<LogEnd & { fence: string | null }>(
      `select ${LINE} as line, ${POSITION} as position, (select value from server_state where key = $1) as fence`,
      [FENCE],
    );
    const { line, position, fence } = onlyRow(rows);
    // Those who follow this primary are known by having replayed this.
    if (fence !== line) await setServerState(this.#db, FENCE, line);
    this.#samples = [...this.#samples.filter((sample) => sample.line === line), { at, line, position }].slice(-MAX_SAMPLES);
    const standby = await this.#readStandby();
    if (!standby || standby.line !== line) {
      this.forget();
      throw new Error('The database at DATABASE_READ_URL is not a standby of the primary');
    }
    this.#replayed = standby;
    const seen = this.#samples.findLast((sample) => skipHeader(sample.position) <= standby.position);
    if (seen) this.#freshAt = Math.max(this.#freshAt, seen.at);
  }

  /** Null if it is not a standby: a primary of its own would never get what the other one writes. */
  async #readStandby(): Promise<LogEnd | null> {
    const { rows } = await this.#replica.query<{ line: string | null; position: number | null }>(
      `select (select value from server_state where key = $1) as line,
        case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as position`,
      [FENCE],
    );
    const { line, position } = onlyRow(rows);
    return line === null || position === null ? null : { line, position };
  }

  /** Reports a state once, not at each look. */
  #say(message: string): void {
    if (message !== '' && message !== this.#lastReport) this.#report(message);
    this.#lastReport = message;
  }
}

const PAGE = 8192;
const SEGMENT = 16 * 1024 * 1024;

/**
 * The end of what was written before a position. Where the next record begins on a new page, the primary's position is after the header of
 * that page, which a standby has not replayed before there is such a record.
 */
function skipHeader(position: number): number {
  const header = position % SEGMENT < PAGE ? 40 : 24;
  return position % PAGE === header ? position - header : position;
}

function openOne(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: LOOK_LIMIT_MS,
    query_timeout: LOOK_LIMIT_MS,
    application_name: 'veld replica',
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
