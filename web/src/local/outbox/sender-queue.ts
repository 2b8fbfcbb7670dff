import { Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import { HELD, type OutboxItem } from '../db/rows';
import { MAX_RETRY_AFTER_MS, backoff } from '../net/backoff';
import { findBlockReason, sendingRules } from './sending-rules';

type Rules = Parameters<typeof findBlockReason>[1];
type Network = Parameters<typeof findBlockReason>[2];
type Account = Parameters<typeof sendingRules>[1];

/**
 * Requeues interrupted items. Call it with the lock held: no other sender can be sending them. A save or deletion counts as tried,
 * because the server may have it.
 */
export async function requeueInterrupted(database: UserDatabase): Promise<void> {
  await database.write('sending', [database.outbox], () =>
    database.outbox
      .where('state')
      .equals('sending')
      .modify((item) => {
        item.state = 'waiting';
        if (item.kind !== 'photo') item.tries += 1;
      }),
  );
}

/** The latest plausible time of an attempt. Later ones were written while the device's clock was wrong (docs/faults.md C8). */
export function latestPlausible(now: number): number {
  return now + MAX_RETRY_AFTER_MS + 1;
}

/** Makes items due whose time is implausibly late. */
export async function clearImplausibleTimes(database: UserDatabase, now: number): Promise<void> {
  await database.write('sending', [database.outbox], () =>
    database.outbox
      .where('[state+next_try_at]')
      .between(['waiting', latestPlausible(now)], ['waiting', HELD], true, false)
      .modify({ next_try_at: 0 }),
  );
}

/** Marks the next item that is due and may be sent as sending. A call waits for earlier ones about the same object. */
export async function claimNext(
  database: UserDatabase,
  account: () => Account,
  network: Network,
  now: number,
): Promise<OutboxItem | undefined> {
  const { outbox } = database;
  return database.write('sending', [outbox, database.settings], async () => {
    // Read for each item, so that a pause set in any tab applies from the next item on.
    const rules = await sendingRules(database, account());
    const earlier = new Set<string>();
    const isNext = (one: OutboxItem) => {
      const isDue = one.next_try_at <= now && one.user_id === database.userId && isSendable(one, rules, network);
      if (isDue && !earlier.has(one.subject)) return true;
      if (one.kind === 'call') earlier.add(one.subject);
      return false;
    };
    const item = await outbox
      .where('[state+rank+seq]')
      .between(['waiting', Dexie.minKey], ['waiting', Dexie.maxKey])
      .filter(isNext)
      .first();
    if (item) await outbox.update(item.id, { state: 'sending' });
    return item;
  });
}

/** Returns a claimed item to the queue as it was. */
export async function releaseItem(database: UserDatabase, id: string): Promise<void> {
  await database.write('sending', [database.outbox], () => database.outbox.update(id, { state: 'waiting' }));
}

/** The earliest item among those that may be sent. */
export async function nextScheduled(database: UserDatabase, account: Account, network: Network): Promise<OutboxItem | undefined> {
  const rules = await sendingRules(database, account);
  return database.read(() =>
    database.outbox
      .where('[state+next_try_at]')
      .between(['waiting', Dexie.minKey], ['waiting', HELD], true, false)
      .filter((item) => isSendable(item, rules, network))
      .first(),
  );
}

/** Makes items due that failed without a network. Those the server rejected keep their time. */
export async function retryNetworkFailures(database: UserDatabase): Promise<void> {
  await database.write('sending', [database.outbox], () =>
    database.outbox
      .where('[state+next_try_at]')
      .between(['waiting', 1], ['waiting', HELD], true, false)
      .filter((item) => item.last_error !== null && item.last_error.kind !== 'problem')
      .modify({ next_try_at: 0 }),
  );
}

function isSendable(item: OutboxItem, rules: Rules, network: Network): boolean {
  return findBlockReason(item, rules, network) === null;
}

/** After this many failures in a row, the cause is not a single item. */
const FAILURES_UNTIL_BACKOFF = 3;

interface Failure {
  /** The cause is not this item, so other items would fail too. */
  isGeneral: boolean;
  /** Milliseconds the server asked to wait, or null. */
  retryAfter: number | null;
}

/** Backoff of the whole queue. Held in memory only: after a reload, the first request shows whether it is still needed. */
export class QueueBackoff {
  readonly #random: (() => number) | undefined;
  #failures = 0;
  #until = 0;
  /** Like `#until`, but requested by the server. */
  #requestedUntil = 0;

  constructor(random?: () => number) {
    this.#random = random;
  }

  /** Nothing is sent before this instant. */
  get until(): number {
    return this.#until;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** Counts a failure. Returns how many milliseconds the whole queue waits; 0 if only the item does. */
  failed(now: number, { isGeneral, retryAfter }: Failure): number {
    this.#failures++;
    if (!isGeneral && this.#failures < FAILURES_UNTIL_BACKOFF) return 0;
    const wait = backoff(this.#failures, retryAfter, this.#random);
    this.#until = now + wait;
    if (retryAfter) this.#requestedUntil = this.#until;
    return wait;
  }

  /** The network is back: ends all waits except those requested by the server. */
  networkReturned(): void {
    this.#until = this.#requestedUntil;
  }

  /** Clears a wait that was set while the device's clock was wrong. */
  clearBeyond(latest: number): void {
    if (this.#until > latest) this.#until = this.#requestedUntil = 0;
  }
}
