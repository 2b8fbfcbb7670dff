import type { UserDatabase } from '../db/database';
import type { OutboxItem } from '../db/rows';
import { type Clock, systemClock } from '../device/clock';
import { backoff } from '../net/backoff';
import { createNetworkKind, type NetworkKind } from '../net/network-kind';
import type { Auth } from '../session/auth';
import type { Outcome } from './operation';
import { findOperation } from './operations';
import {
  isOverruled,
  reconcileConflict,
  reconcileFailure,
  reconcileSuccess,
  scheduleRetry,
  scheduleRouteRetry,
  replacePhotoId,
} from './reconcile';
import { send, type SendParts } from './send';
import {
  QueueBackoff,
  claimNext,
  clearImplausibleTimes,
  latestPlausible,
  nextScheduled,
  releaseItem,
  requeueInterrupted,
  retryNetworkFailures,
} from './sender-queue';
import { isShown, type MachineState, nextState, type SenderEvent } from './sender-states';
import { createSenderStores, type Sender, type SenderStores } from './sender-stores';
import { createBurst } from './sync-report';

export interface SenderParts extends Omit<SendParts, 'now' | 'onProgress'>, Pick<TriggerParts, 'events' | 'page'> {
  /** Passed in if screens need them before the sender's code is loaded. */
  stores?: SenderStores;
  auth: Pick<Auth, 'state' | 'dropToken' | 'storeUser' | 'fetchUser' | 'store'>;
  clock?: Clock;
  networkKind?: NetworkKind;
  random?: () => number;
  /** Allow one sender among all tabs. Without locks, the server's check of `write_id` prevents duplicate saves. */
  locks?: Pick<LockManager, 'request'> | undefined;
  /** Receives each transition. */
  log?: (message: string) => void;
}

type Retry = Extract<Outcome, { kind: 'retry' }>;

/** A shorter wait does not end a burst, so that there is one report and not one before and one after it. */
const LONGEST_WAIT_IN_BURST_MS = 60_000;

/** Sends the outbox of one user. States and transitions: `sender-states.ts`. */
export class OutboxSender implements Sender {
  readonly store: SenderStores['store'];
  readonly progress: SenderStores['progress'];
  readonly report: SenderStores['report'];
  readonly #parts: SenderParts;
  readonly #clock: Clock;
  readonly #networkKind: NetworkKind;
  readonly #backoff: QueueBackoff;
  readonly #burst = createBurst();
  #state: MachineState = 'idle';
  #running: Promise<void> | null = null;
  #isRequested = false;
  #isStarted = false;
  #isStopped = false;
  #cancelTimer = () => {};

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#networkKind = parts.networkKind ?? createNetworkKind();
    this.#backoff = new QueueBackoff(parts.random);
    ({ store: this.store, progress: this.progress, report: this.report } = parts.stores ?? createSenderStores());
  }

  flush(): Promise<void> {
    this.#isRequested = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async flushNow(): Promise<void> {
    this.#backoff.networkReturned();
    await retryNetworkFailures(this.#parts.database);
    await this.flush();
  }

  start(): () => void {
    this.#isStarted = true;
    this.#isStopped = false;
    const flush = () => void this.flush().catch(() => undefined);
    const flushNow = () => void this.flushNow().catch(() => undefined);
    const unwatch = watchTriggers({ ...this.#parts, networkKind: this.#networkKind }, { flush, flushNow });
    flush();
    return () => {
      this.#isStopped = true;
      this.#isStarted = false;
      this.#cancelTimer();
      unwatch();
    };
  }

  async #run(): Promise<void> {
    try {
      while (this.#isRequested && !this.#isStopped) {
        this.#isRequested = false;
        this.#transition('flush');
        await this.#withLock(() => this.#cycle());
        await this.#plan();
      }
    } catch (error) {
      this.#transition('failed');
      throw error;
    }
  }

  async #withLock(work: () => Promise<void>): Promise<void> {
    const locks = 'locks' in this.#parts ? this.#parts.locks : globalThis.navigator?.locks;
    // Tabs with an earlier version of the app use this name too.
    if (locks) await locks.request(`veld-push-${this.#parts.database.userId}`, work);
    else await work();
  }

  async #cycle(): Promise<void> {
    const { database, auth } = this.#parts;
    this.#transition('lockGranted');
    await requeueInterrupted(database);
    this.#backoff.clearBeyond(latestPlausible(this.#clock.now()));
    await clearImplausibleTimes(database, this.#clock.now());
    while (!this.#isStopped && this.#clock.now() >= this.#backoff.until) {
      const token = this.#ownToken();
      const item = token && (await claimNext(database, () => auth.state().user, this.#networkKind, this.#clock.now()));
      if (!token || !item) break;
      this.#transition('itemClaimed');
      await this.#reconcile(item, await this.#attempt(item, token), token);
      this.#transition('itemReconciled');
    }
    this.#transition('cycleEnded');
  }

  /** The token of the database's owner, or null if another user is logged in. */
  #ownToken(): string | null {
    const { user, token } = this.#parts.auth.state();
    return user?.id === this.#parts.database.userId ? token : null;
  }

  async #attempt(item: OutboxItem, token: string): Promise<Outcome> {
    const onProgress = (photoId: string, sent: number, total: number) => this.progress.setState({ [photoId]: { sent, total } });
    try {
      return await send({ ...this.#parts, now: () => this.#clock.now(), onProgress }, item, token);
    } catch (error) {
      await releaseItem(this.#parts.database, item.id).catch(() => undefined);
      throw error;
    }
  }

  async #reconcile(item: OutboxItem, outcome: Outcome, token: string): Promise<void> {
    const { database, auth } = this.#parts;
    if (item.kind === 'photo') this.progress.setState(without(this.progress.getState(), item.subject), true);
    if (outcome.kind === 'unauthorized') {
      await releaseItem(database, item.id);
      await auth.dropToken(token);
      return;
    }
    if (outcome.kind === 'retry') return this.#retryLater(item, outcome);
    this.#backoff.succeeded();
    if (outcome.kind === 'failed') {
      await reconcileFailure(database, item, outcome.error);
      // A rejected change is reset to the server's value.
      if (findOperation(item)?.reconcile === 'user') void auth.fetchUser();
    } else if (outcome.kind === 'id_taken') {
      const isReplaced = await replacePhotoId(database, item, outcome.error);
      if (!isReplaced) await reconcileFailure(database, item, outcome.error);
    } else if (outcome.kind === 'conflict') {
      await reconcileConflict(database, item, outcome.current, outcome.error, this.#clock.now());
    } else {
      await reconcileSuccess(database, item, outcome.observation, this.#clock.now());
      this.#burst.noteDone(item, this.#clock.now());
      if (outcome.user) {
        if (isOverruled(item, outcome.user)) this.#burst.noteOverruled();
        await auth.storeUser(outcome.user, token);
      }
    }
    const after = await database.read(() => database.outbox.get(item.id));
    if (after?.state === 'needs_attention') this.#burst.noteAttention(item);
  }

  async #retryLater(item: OutboxItem, { error, retryAfter, scope, restartsUpload }: Retry): Promise<void> {
    const { database, random } = this.#parts;
    const now = this.#clock.now();
    const itemWait = backoff(item.tries + 1, retryAfter, random);
    if (scope === 'route') return scheduleRouteRetry(database, item, error, now + itemWait);
    const queueWait = this.#backoff.failed(now, { isGeneral: scope === 'queue', retryAfter });
    const ownWait = restartsUpload && item.tries === 0 ? 0 : itemWait;
    await scheduleRetry(database, item, error, now + Math.max(ownWait, queueWait), restartsUpload === true);
  }

  /** Updates the shown state and sets the timer for the next due item. */
  async #plan(): Promise<void> {
    this.#cancelTimer();
    const { database, auth } = this.#parts;
    const { user, token } = auth.state();
    const next = user?.id === database.userId ? await nextScheduled(database, user, this.#networkKind) : undefined;
    const nextTryAt = next ? Math.max(next.next_try_at, this.#backoff.until) : null;
    if (nextTryAt === null || !token || nextTryAt - this.#clock.now() > LONGEST_WAIT_IN_BURST_MS) this.#endBurst();
    if (nextTryAt === null) return this.#transition('nothingDue');
    if (!token) return this.#transition('tokenMissing');
    this.#transition('scheduled', nextTryAt);
    if (this.#isStarted && !this.#isStopped)
      this.#cancelTimer = this.#clock.after(nextTryAt - this.#clock.now(), () => void this.flush().catch(() => undefined));
  }

  #endBurst(): void {
    const report = this.#burst.end();
    if (report) this.report.setState({ report });
  }

  #transition(event: SenderEvent, nextTryAt: number | null = null): void {
    const before = this.#state;
    this.#state = nextState(before, event);
    (this.#parts.log ?? logDebug)(`outbox: ${before} → ${this.#state} (${event})`);
    if (isShown(this.#state)) this.store.setState({ state: this.#state, nextTryAt });
  }
}

function logDebug(message: string): void {
  console.debug(message);
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}

export interface TriggerParts {
  database: UserDatabase;
  auth: Pick<Auth, 'store'>;
  networkKind: NetworkKind;
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Calls `flush` after each save, on a new token, when the account allows photos on mobile data, when the kind of network changes and
 * when the page is shown; `flushNow` when the network is back. Returns a stop function.
 */
export function watchTriggers(parts: TriggerParts, { flush, flushNow }: { flush: () => void; flushNow: () => void }): () => void {
  const events = parts.events ?? globalThis;
  const page = parts.page ?? globalThis.document;
  const onVisible = () => {
    if (page?.visibilityState === 'visible') flush();
  };
  events.addEventListener('online', flushNow);
  page?.addEventListener('visibilitychange', onVisible);
  const subscriptions = [
    parts.database.onEnqueued(flush),
    parts.auth.store.subscribe((after, before) => {
      const mayUseMobile = before.user?.preferences.sync.photos_on_wifi_only && !after.user?.preferences.sync.photos_on_wifi_only;
      if (after.token !== before.token || mayUseMobile) flush();
    }),
    parts.networkKind.onChange(flush),
  ];
  return () => {
    events.removeEventListener('online', flushNow);
    page?.removeEventListener('visibilitychange', onVisible);
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
