import type { StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../local/device/clock';

/** The part of the browser's lock on the screen that is used here. */
export interface Wakeful {
  release(): Promise<unknown>;
  addEventListener(type: 'release', listener: () => void): void;
}

export interface StayAwakeParts {
  clock?: Clock;
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** Undefined where the browser has none. */
  wakeLock?: { request(type: 'screen'): Promise<Wakeful> } | undefined;
}

/** A record alone is sent sooner; only what takes longer than this is worth a lit screen. */
export const WORTH_IT_MS = 3000;
/** Between two things that are sent there may be a moment of nothing, in which the screen stays as it is. */
export const MOMENT_MS = 1000;

/**
 * Keeps the screen lit while something is being sent for longer than a moment and the page is looked at: a phone whose screen
 * goes dark stops sending. Where that is refused, or not known, sending goes on without it. The answer stops it.
 */
export function stayAwakeWhileSending(
  store: Pick<StoreApi<{ state: string }>, 'getState' | 'subscribe'>,
  parts: StayAwakeParts = {},
): () => void {
  const clock = parts.clock ?? systemClock;
  const page = parts.page ?? document;
  const wakeLock = 'wakeLock' in parts ? parts.wakeLock : browsersLock();
  if (!wakeLock) return () => {};

  let isSending = false;
  /** Since when something is being sent, moments of nothing included. */
  let began: number | null = null;
  let isWanted = false;
  let isAsking = false;
  let held: Wakeful | null = null;
  let cancel = () => {};

  const follow = () => {
    const now = store.getState().state === 'sending';
    if (now === isSending) return;
    isSending = now;
    cancel();
    if (isSending) {
      began ??= clock.now();
      cancel = clock.after(Math.max(0, began + WORTH_IT_MS - clock.now()), () => want(true));
    } else {
      cancel = clock.after(MOMENT_MS, () => {
        began = null;
        want(false);
      });
    }
  };

  function want(wanted: boolean) {
    if (wanted === isWanted) return;
    isWanted = wanted;
    if (wanted) void take();
    else letGo();
  }

  async function take() {
    if (!isWanted || held || isAsking || page.visibilityState !== 'visible') return;
    isAsking = true;
    try {
      const lock = await wakeLock!.request('screen');
      held = lock;
      // The browser takes it back when the page is hidden or the battery is low; it is asked again when the page is seen.
      lock.addEventListener('release', () => {
        if (held === lock) held = null;
      });
    } catch {
      // Refused: the screen may go dark as always.
    } finally {
      isAsking = false;
    }
    if (!isWanted) letGo();
  }

  function letGo() {
    const lock = held;
    held = null;
    void lock?.release().catch(() => undefined);
  }

  const onSeen = () => void take();
  const unsubscribe = store.subscribe(follow);
  page.addEventListener('visibilitychange', onSeen);
  follow();
  return () => {
    unsubscribe();
    page.removeEventListener('visibilitychange', onSeen);
    cancel();
    want(false);
  };
}

function browsersLock(): StayAwakeParts['wakeLock'] {
  return (globalThis.navigator as (Navigator & { wakeLock?: WakeLock }) | undefined)?.wakeLock;
}
