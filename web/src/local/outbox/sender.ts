import { Dexie } from 'dexie';
import type { Auth } from '../session/auth';
import { backoff, LONGEST_ASKED_MS } from '../net/backoff';
import { type Clock, systemClock } from '../device/clock';
import { createNetworkKind, type NetworkKind } from '../net/network-kind';
import { HELD, type OutboxItem } from '../db/rows';
import { type Outcome, send, type SendParts } from './send';
import { createSenderStores, type Sender, type SenderStores } from './sender-stores';
import { blockReasonOf, sendingRules, type SendingRules } from './sending-rules';
import { createBurst } from './sync-report';
import { reconcileConflict, reconcileSuccess, scheduleRetry, reconcileFailure, scheduleRouteRetry } from './reconcile';

export interface SenderParts extends Omit<SendParts, 'now' | 'onProgress'> {
  /** Made before, where screens look at them earlier than the sender's code is there. */
  stores?: SenderStores;
  auth: Pick<Auth, 'state' | 'refused' | 'takeUser' | 'fetchUser' | 'store'>;
  clock?: Clock;
  /** Says when something has to wait for another network. */
  networkKind?: NetworkKind;
  random?: () => number;
  /** One drainer among all tabs. */
  locks?: Pick<LockManager, 'request'> | undefined;
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** So many failures in a row are no longer the fault of single items. */
const ALL_FAIL = 3;
const SHORT_REST_MS = 60_000;

export function createSender(parts: SenderParts): Sender {
  const { database, auth } = parts;
  const clock = parts.clock ?? systemClock;
  const networkKind = parts.networkKind ?? createNetworkKind();
  const mayGo = (item: OutboxItem, rules: SendingRules) => blockReasonOf(item, rules, networkKind) === null;
  const locks = 'locks' in parts ? parts.locks : globalThis.navigator?.locks;
  const { store, progress, report } = parts.stores ?? createSenderStores();
  const burst = createBurst();
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;
  let isStarted = false;
  let cancel = () => {};
  /** The whole queue rests until then: the trouble was not with one item. */
  let restUntil = 0;
  /** As `restUntil`, where the server itself asked for it. */
  let askedUntil = 0;
  let failures = 0;

  const sendParts: SendParts = {
    ...parts,
    now: () => clock.now(),
    onProgress: (photoId, sent, total) => progress.setState({ [photoId]: { sent, total } }),
  };

  const isOver = () => isStopped;

  function flush(): Promise<void> {
    isAskedAgain = true;
    running ??= rounds().finally(() => {
      running = null;
    });
    return running;
  }

  async function rounds() {
    while (isAskedAgain && !isOver()) {
      isAskedAgain = false;
      await alone(round);
      await plan();
    }
  }

  /** Another tab's drainer is waited for: what it leaves is ours. Without locks the server's own check keeps things single. */
  async function alone(work: () => Promise<void>) {
    if (locks) await locks.request(`veld-push-${database.userId}`, work);
    else await work();
  }

  async function round() {
    // Whoever holds the lock is the only sender: an item still marked as sending was cut off.
    await database.write('sending', [database.outbox], () => database.outbox.where('state').equals('sending').modify({ state: 'waiting' }));
    await distrustFarFuture();
    while (!isOver() && clock.now() >= restUntil) {
      const token = tokenOfOwner();
      if (!token) return;
      const item = await claim();
      if (!item) return;
      store.setState({ state: 'sending', nextTryAt: null });
      await settle(item, await sendOrPutBack(item, token), token);
    }
  }

  /** No wait is longer than the longest one: what lies beyond was written while the device's clock was wrong (docs/faults.md C8). */
  async function distrustFarFuture() {
    const beyond = clock.now() + LONGEST_ASKED_MS + 1;
    if (restUntil > beyond) restUntil = askedUntil = 0;
    await database.write('sending', [database.outbox], () =>
      database.outbox.where('[state+next_try_at]').between(['waiting', beyond], ['waiting', HELD], true, false).modify({ next_try_at: 0 }),
    );
  }

  /** Only the person whose database this is may send from it. */
  function tokenOfOwner(): string | null {
    const { user, token } = auth.state();
    return user?.id === database.userId ? token : null;
  }

  async function claim(): Promise<OutboxItem | undefined> {
    const { outbox } = database;
    const now = clock.now();
    return database.write('sending', [outbox, database.settings], async () => {
      // Asked for each item, so that a pause holds from the next one on, whichever tab it was asked in.
      const rules = await sendingRules(database, auth.state().user);
      const item = await outbox
        .where('[state+rank+seq]')
        .between(['waiting', Dexie.minKey], ['waiting', Dexie.maxKey])
        .filter((one) => one.next_try_at <= now && one.user_id === database.userId && mayGo(one, rules))
        .first();
      if (item) await outbox.update(item.id, { state: 'sending' });
      return item;
    });
  }

  async function sendOrPutBack(item: OutboxItem, token: string): Promise<Outcome> {
    try {
      return await send(sendParts, item, token);
    } catch (error) {
      await database
        .write('sending', [database.outbox], () => database.outbox.update(item.id, { state: 'waiting' }))
        .catch(() => undefined);
      throw error;
    }
  }

  async function settle(item: OutboxItem, outcome: Outcome, token: string) {
    const now = clock.now();
    if (item.kind === 'photo') progress.setState(without(progress.getState(), item.subject), true);
    if (outcome.kind === 'refused') {
      await database.write('sending', [database.outbox], () => database.outbox.update(item.id, { state: 'waiting' }));
      await auth.refused(token);
      return;
    }
    if (outcome.kind !== 'later') {
      failures = 0;
      if (outcome.kind === 'parked') {
        await reconcileFailure(database, item, outcome.error);
        // A setting that was refused goes back to what the server has.
        if (item.kind === 'call') void auth.fetchUser();
      } else if (outcome.kind === 'conflict') await reconcileConflict(database, item, outcome.current, outcome.error, now);
      else {
        await reconcileSuccess(database, item, outcome.observation, now);
        burst.noteDone(item, now);
        if (outcome.user) await auth.takeUser(outcome.user, token);
      }
      const after = await database.read(() => database.outbox.get(item.id));
      if (after?.state === 'needs_attention') burst.noteAttention(item);
      return;
    }
    if (outcome.isRouteOnly) {
      await scheduleRouteRetry(database, item, outcome.error, now + backoff(item.tries + 1, outcome.retryAfter, parts.random));
      return;
    }
    failures++;
    const isRest = outcome.isGeneral || failures >= ALL_FAIL;
    const pause = isRest ? backoff(failures, outcome.retryAfter, parts.random) : 0;
    if (isRest) restUntil = now + pause;
    if (isRest && outcome.retryAfter) askedUntil = restUntil;
    const own = outcome.isUploadLost && item.tries === 0 ? 0 : backoff(item.tries + 1, outcome.retryAfter, parts.random);
    await scheduleRetry(database, item, outcome.error, now + Math.max(own, pause), outcome.isUploadLost ?? false);
  }

  /** Says how things stand, and comes back when the next item is due. */
  async function plan() {
    cancel();
    const { outbox } = database;
    const { user, token } = auth.state();
    const rules = await sendingRules(database, user);
    const next = await database.read(() =>
      outbox
        .where('[state+next_try_at]')
        .between(['waiting', Dexie.minKey], ['waiting', HELD], true, false)
        .filter((item) => mayGo(item, rules))
        .first(),
    );
    const isOwners = user?.id === database.userId;
    // A short rest belongs to the burst: one report for it, not one before and one after.
    if (!next || !isOwners || !token || Math.max(next.next_try_at, restUntil) - clock.now() > SHORT_REST_MS) tell();
    if (!next || !isOwners) {
      store.setState({ state: 'idle', nextTryAt: null });
      return;
    }
    if (!token) {
      store.setState({ state: 'needs_login', nextTryAt: null });
      return;
    }
    const nextTryAt = Math.max(next.next_try_at, restUntil);
    store.setState({ state: 'waiting', nextTryAt });
    if (isStarted && !isStopped) cancel = clock.after(nextTryAt - clock.now(), () => void flush().catch(() => undefined));
  }

  function tell() {
    const told = burst.end();
    if (told) report.setState({ report: told });
  }

  async function flushNow(): Promise<void> {
    restUntil = askedUntil;
    await database.write('sending', [database.outbox], () =>
      database.outbox
        .where('[state+next_try_at]')
        .between(['waiting', 1], ['waiting', HELD], true, false)
        .filter((item) => item.last_error !== null && item.last_error.kind !== 'problem')
        .modify({ next_try_at: 0 }),
    );
    await flush();
  }

  function start() {
    isStarted = true;
    isStopped = false;
    const quietly = (work: () => Promise<void>) => () => void work().catch(() => undefined);
    const onOnline = quietly(flushNow);
    const onVisible = () => {
      if (page?.visibilityState === 'visible') quietly(flush)();
    };
    const events = parts.events ?? globalThis;
    const page = parts.page ?? globalThis.document;
    events.addEventListener('online', onOnline);
    page?.addEventListener('visibilitychange', onVisible);
    const unsubscribe = [
      database.whenQueued(quietly(flush)),
      auth.store.subscribe((after, before) => {
        const isFree = before.user?.preferences.sync.photos_on_wifi_only && !after.user?.preferences.sync.photos_on_wifi_only;
        if (after.token !== before.token || isFree) quietly(flush)();
      }),
      networkKind.onChange(quietly(flush)),
    ];
    quietly(flush)();
    return () => {
      isStopped = true;
      isStarted = false;
      cancel();
      events.removeEventListener('online', onOnline);
      page?.removeEventListener('visibilitychange', onVisible);
      for (const end of unsubscribe) end();
    };
  }

  return { store, progress, report, flush, flushNow, start };
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}
