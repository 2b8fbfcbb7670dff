import { deleteAccount, logout } from '@veld/contract';
import type { Api } from '../net/api';
import { backoff, MAX_RETRY_AFTER_MS } from '../net/backoff';
import { CallError } from '../net/call-error';
import { type Clock, systemClock } from '../device/clock';
import type { VeldDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { Revocation } from '../db/rows';

export interface Revocations {
  /** Queues a revocation, in the caller's transaction if there is one. */
  queue(kind: Revocation['kind'], key: string, onDelete?: Revocation['on_delete']): Promise<void>;
  /** Sends all due revocations. */
  send(): Promise<void>;
  /** Sends now and whenever one becomes due. Returns a stop function. */
  start(): () => void;
}

interface RevocationParts {
  database: VeldDatabase;
  api: Api;
  clock?: Clock;
  random?: () => number;
}

/** Ends sessions and deletes accounts on the server (decision 0020), retrying until it succeeds. */
export function createRevocations(parts: RevocationParts): Revocations {
  return new RevocationQueue(parts);
}

class RevocationQueue implements Revocations {
  readonly #parts: RevocationParts;
  readonly #clock: Clock;
  #running: Promise<void> | null = null;
  #isStarted = false;
  #cancel = () => {};

  constructor(parts: RevocationParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
  }

  async queue(kind: Revocation['kind'], key: string, onDelete: Revocation['on_delete'] = null): Promise<void> {
    const { database } = this.#parts;
    const now = this.#clock.now();
    const row: Revocation = { id: newId(), kind, key, on_delete: onDelete, tries: 0, next_try_at: now, created_at: now };
    await database.write('settings', [database.revocations], () => database.revocations.put(row));
  }

  send(): Promise<void> {
    this.#running ??= this.#sendDue().finally(() => {
      this.#running = null;
      if (this.#isStarted) void this.#plan();
    });
    return this.#running;
  }

  start(): () => void {
    this.#isStarted = true;
    void this.send().catch(() => undefined);
    return () => {
      this.#isStarted = false;
      this.#cancel();
    };
  }

  async #sendDue(): Promise<void> {
    const { database, random } = this.#parts;
    const now = this.#clock.now();
    const rows = await database.read(() => database.revocations.toArray());
    // A longer wait than the maximum was set while the device's clock was wrong.
    const due = rows.filter((row) => row.next_try_at <= now || row.next_try_at > now + MAX_RETRY_AFTER_MS);
    for (const row of due) {
      const problem = await this.#sendOne(row);
      await database.write('settings', [database.revocations], async () => {
        if (!problem) await database.revocations.delete(row.id);
        else {
          const tries = row.tries + 1;
          const next_try_at = this.#clock.now() + backoff(tries, problem.retryAfter, random);
          await database.revocations.update(row.id, { tries, next_try_at });
        }
      });
    }
  }

  async #sendOne(row: Revocation): Promise<CallError | null> {
    const { api } = this.#parts;
    try {
      if (row.kind === 'logout') await api.call(logout, {}, { token: row.key });
      else await api.call(deleteAccount, { body: row.on_delete ? { on_delete: row.on_delete } : {} }, { token: row.key });
      return null;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // `not_logged_in`: the session has already ended.
      return error.code === 'not_logged_in' ? null : error;
    }
  }

  /** Sets the timer for the next due revocation. */
  async #plan(): Promise<void> {
    const { database } = this.#parts;
    this.#cancel();
    const next = await database.read(() => database.revocations.orderBy('next_try_at').first());
    if (!next || !this.#isStarted) return;
    this.#cancel = this.#clock.after(next.next_try_at - this.#clock.now(), () => void this.send().catch(() => undefined));
  }
}
