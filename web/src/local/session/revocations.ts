import { deleteAccount, logout } from '@veld/contract';
import type { Api } from '../net/api';
import { backoff, MAX_RETRY_AFTER_MS } from '../net/backoff';
import { CallError } from '../net/call-error';
import { type Clock, systemClock } from '../device/clock';
import type { VeldDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { Revocation } from '../db/rows';

interface Deletion {
  onDelete?: Revocation['on_delete'] | undefined;
  confirmation?: string | undefined;
}

export interface Revocations {
  /** Queues a revocation, in the caller's transaction if there is one. */
  queue(kind: Revocation['kind'], key: string, deletion?: Deletion): Promise<void>;
  /** Sends all due revocations. */
  send(): Promise<void>;
  /** Whether the server has refused to delete an account, and the person has not closed the notice yet. */
  hasRefusedDeletion(): Promise<boolean>;
  forgetRefusedDeletion(): Promise<void>;
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

  async queue(kind: Revocation['kind'], key: string, { onDelete = null, confirmation }: Deletion = {}): Promise<void> {
    const { database } = this.#parts;
    const now = this.#clock.now();
    const row: Revocation = {
      id: newId(),
      kind,
      key,
      on_delete: onDelete,
      confirmation: confirmation ?? null,
      tries: 0,
      next_try_at: now,
      created_at: now,
    };
    await database.write('settings', [database.revocations], () => database.revocations.put(row));
  }

  async hasRefusedDeletion(): Promise<boolean> {
    const { database } = this.#parts;
    return (await database.read(() => database.revocations.filter(isRefused).count())) > 0;
  }

  async forgetRefusedDeletion(): Promise<void> {
    const { database } = this.#parts;
    await database.write('settings', [database.revocations], () => database.revocations.filter(isRefused).delete());
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
    const due = rows.filter((row) => !isRefused(row) && (row.next_try_at <= now || row.next_try_at > now + MAX_RETRY_AFTER_MS));
    for (const row of due) {
      const problem = await this.#sendOne(row);
      const isRefusal = row.kind === 'delete_account' && problem?.status === 422;
      await database.write('settings', [database.revocations], async () => {
        if (!problem) await database.revocations.delete(row.id);
        else if (isRefusal) await database.revocations.update(row.id, { refused_at: this.#clock.now(), key: '' });
        else {
          const tries = row.tries + 1;
          const next_try_at = this.#clock.now() + backoff(tries, problem.retryAfter, random);
          await database.revocations.update(row.id, { tries, next_try_at });
        }
      });
      // Nothing else ends the session, because the person is logged out on this device.
      if (isRefusal) await this.queue('logout', row.key);
    }
  }

  async #sendOne(row: Revocation): Promise<CallError | null> {
    const { api } = this.#parts;
    try {
      if (row.kind === 'logout') await api.call(logout, {}, { token: row.key });
      else await api.call(deleteAccount, { body: deletionOf(row) }, { token: row.key });
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
    const next = await database.read(() =>
      database.revocations
        .orderBy('next_try_at')
        .filter((row) => !isRefused(row))
        .first(),
    );
    if (!next || !this.#isStarted) return;
    this.#cancel = this.#clock.after(next.next_try_at - this.#clock.now(), () => void this.send().catch(() => undefined));
  }
}

function deletionOf({ on_delete, confirmation }: Revocation) {
  return { ...(on_delete ? { on_delete } : {}), ...(confirmation ? { confirmation } : {}) };
}

/** A refused deletion cannot succeed later: the password has to be confirmed again, or a successor named. */
function isRefused(row: Revocation): boolean {
  return row.refused_at !== undefined;
}
