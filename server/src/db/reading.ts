import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import { readErrorCode } from '../thrown.ts';
import type { Db } from './open.ts';
import { findLogEnd, type LogEnd, type ReplicaWatch } from './replica-watch.ts';
import type { Tables } from './schema.ts';
import { isUnavailable } from './unavailable.ts';

/** What one request may read from the replica. */
interface Reading {
  /** What it must contain: what the caller has written. Null: any. */
  after: LogEnd | null;
  hasUsedReplica: boolean;
}

const readings = new AsyncLocalStorage<Reading>();

/**
 * Runs `work` so that its reads may go to the replica, unless that lacks what the caller has written. Says afterwards whether any did.
 * Without this, everything reads from the primary: jobs, and requests that write.
 */
export async function readAnywhere<T>(
  after: LogEnd | null,
  work: () => Promise<T>,
): Promise<{ usedReplica: boolean; outcome: PromiseSettledResult<T> }> {
  const reading: Reading = { after, hasUsedReplica: false };
  const [outcome] = await readings.run(reading, () => Promise.allSettled([work()]));
  return { usedReplica: reading.hasUsedReplica, outcome };
}

export interface Replica {
  /** For reading: the replica, or the primary where that is not good enough. */
  db: Db;
  watch: ReplicaWatch;
  /** The end of the primary's log, as a text for clients. */
  findPosition(): Promise<string>;
  close(): Promise<void>;
}

interface Parts {
  primary: { db: Db; pool: PostgresPool };
  replica: PostgresPool;
  watch: ReplicaWatch;
  /** Seconds that the replica may be behind. */
  maxLag: number;
}

export function openReplica({ primary, replica, watch, maxLag }: Parts): Replica {
  const isGood = (reading: Reading) =>
    watch.lag <= maxLag && (reading.after === null || (watch.replayed !== null && includes(watch.replayed, reading.after)));
  const clients = new WeakMap<PostgresPoolClient, ReplicaClient>();
  const pool: PostgresPool = {
    options: replica.options,
    end: () => replica.end(),
    async connect() {
      const reading = readings.getStore();
      if (!reading || !isGood(reading)) return primary.pool.connect();
      try {
        const client = await replica.connect();
        let wrapped = clients.get(client);
        if (!wrapped) clients.set(client, (wrapped = new ReplicaClient(client, primary.pool, watch)));
        reading.hasUsedReplica = true;
        return wrapped;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        watch.forget();
        return primary.pool.connect();
      }
    },
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  watch.start();
  return {
    db,
    watch,
    findPosition: async () => writePosition(await findLogEnd(primary.db)),
    async close() {
      await watch.stop();
      await db.destroy();
    },
  };
}

/** A connection to the replica. A statement that fails there because the replica went away is read from the primary. */
class ReplicaClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #primary: PostgresPool;
  readonly #watch: ReplicaWatch;

  constructor(client: PostgresPoolClient, primary: PostgresPool, watch: ReplicaWatch) {
    this.#client = client;
    this.#primary = primary;
    this.#watch = watch;
  }

  release(isBroken?: boolean): void {
    this.#client.release(isBroken);
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(): never;
  async query<R>(text = '', values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#client.query<R>(text, values);
    } catch (error) {
      // What takes too long takes as long there.
      if (!isUnavailable(error) || readErrorCode(error) === '57014') throw error;
      // 40: only this statement was in the way of what the replica replays.
      if (!readErrorCode(error)?.startsWith('40')) this.#watch.forget();
      const primary = await this.#primary.connect();
      try {
        return await primary.query<R>(text, values);
      } finally {
        primary.release();
      }
    }
  }
}

/** Whether what was written up to `needed` is in what ends at `end`. */
export function includes(end: LogEnd, needed: LogEnd): boolean {
  return end.line === needed.line && end.position >= needed.position;
}

/** A position for clients, who compare what is after the last dot and pass it on otherwise. */
function writePosition({ line, position }: LogEnd): string {
  return `${line}.${position.toString(16)}`;
}

/** The position in a text of a client; null for what is none. */
export function readPosition(text: string): LogEnd | null {
  const [, line, hex] = /^([\da-f]{8}\.[\dA-F]{8})\.([\da-f]{1,14})$/.exec(text) ?? [];
  return line === undefined || hex === undefined ? null : { line, position: Number.parseInt(hex, 16) };
}
