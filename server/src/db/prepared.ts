import { hash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { readErrorCode, readErrorPart } from '../thrown.ts';
import { isReadOnly } from './unavailable.ts';

/** The most statements a connection keeps prepared. With that many, it deallocates them all before it is used again. */
const MAX_PREPARED = 250;
/** The most statements whose first use the pool remembers. */
const MAX_KNOWN = 1_000;
/** Longer statements, such as inserts of many rows, differ from call to call. */
const MAX_CHARACTERS = 16_000;

/**
 * Marks a statement whose best plan depends on its values, such as a filter that leaves in much or nearly nothing. It is never prepared, so
 * PostgreSQL plans it for its values each time.
 */
export const PLANNED_ANEW = '/* planned anew */';

/**
 * A pool for Kysely that sends repeated statements as named prepared statements, so that PostgreSQL parses each once per connection
 * and can keep its plan (decision 0036). A statement is prepared from its second use on; the name is a hash of its text. `begin`,
 * `set`, `analyze` and the like are never prepared, and nothing is where a pooler cannot keep them. A connection that turns out to be
 * read-only is closed, because a new one may reach the primary.
 */
export function preparingPool(pool: pg.Pool, isPreparing: boolean): PostgresPool {
  const nameOf = isPreparing ? nameRepeated() : () => null;
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let preparing = clients.get(client);
      if (!preparing) clients.set(client, (preparing = new PreparingClient(client, nameOf)));
      if (!preparing.mustForget) return preparing;
      try {
        await preparing.forgetIfNeeded();
      } catch (error) {
        client.release(true);
        throw error;
      }
      return preparing;
    },
  };
}

/** Whether a connection has lost or cannot use one of its prepared statements. The statement was not executed. */
export function isPreparedLost(error: unknown): boolean {
  const code = readErrorCode(error);
  // 26000: a pooler passed it to another connection. 42P05: a pooler's connection has it already. The last one is "cached plan must
  // not change result type", after a migration by another process.
  return code === '26000' || code === '42P05' || (code === '0A000' && readErrorPart(error, 'routine') === 'RevalidateCachedQuery');
}

/** Returns a function that names statements from their second use on. */
function nameRepeated(): (text: string) => string | null {
  const known = new LRUCache<string, { name: string | null }>({ max: MAX_KNOWN });
  return (text) => {
    const entry = known.get(text);
    if (!entry && (text.length > MAX_CHARACTERS || !/^\s*(select|with|insert|update|delete)\b/i.test(text))) return null;
    if (text.includes(PLANNED_ANEW)) return null;
    if (entry) return (entry.name ??= hash('sha256', text, 'base64url'));
    known.set(text, { name: null });
    return null;
  };
}

/** A connection of the pool with its prepared statements. */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #nameOf: (text: string) => string | null;
  readonly #names = new Set<string>();
  /** Part of the names, because `pg` does not learn that statements were deallocated. */
  #generation = 0;
  #hasLost = false;
  #isReadOnly = false;

  constructor(client: pg.PoolClient, nameOf: (text: string) => string | null) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  get processID(): number | undefined {
    return (this.#client as { processID?: number }).processID;
  }

  release(isBroken?: boolean): void {
    this.#client.release(isBroken || this.#isReadOnly);
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(): never;
  async query<R>(text = '', values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    const name = this.#nameOf(text);
    const isFull = this.#names.size >= MAX_PREPARED;
    if (!name || (isFull && !this.#names.has(name))) return this.#send(text, values);
    this.#names.add(name);
    try {
      return await this.#send(text, values, `${name}${this.#generation}`);
    } catch (error) {
      if (!isPreparedLost(error)) throw error;
      this.#hasLost = true;
      // A transaction cannot go on after the error; `inTransaction` repeats it.
      if (this.#client.getTransactionStatus() !== 'I') throw error;
      await this.forgetIfNeeded();
      return this.#send(text, values);
    }
  }

  /** Whether there are too many prepared statements, or some cannot be used. */
  get mustForget(): boolean {
    return this.#hasLost || this.#names.size >= MAX_PREPARED;
  }

  /** Outside a transaction: deallocates the prepared statements if it must. */
  async forgetIfNeeded(): Promise<void> {
    if (!this.mustForget) return;
    await this.#client.query('deallocate all');
    this.#names.clear();
    this.#generation += 1;
    this.#hasLost = false;
  }

  async #send<R>(text: string, values: readonly unknown[], name?: string): Promise<PostgresQueryResult<R>> {
    try {
      const result = await this.#client.query({ text, values: [...values], ...(name ? { name } : {}) });
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      this.#isReadOnly ||= isReadOnly(error);
      throw error;
    }
  }
}
