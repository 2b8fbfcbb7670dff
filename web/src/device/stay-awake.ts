import type { StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../local/device/clock';

/** The part of `WakeLockSentinel` used here. */
export interface WakeLockHandle {
  release(): Promise<unknown>;
  addEventListener(type: 'release', listener: () => void): void;
}

export interface StayAwakeParts {
  clock?: Clock;
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** Undefined when the browser has none. */
  wakeLock?: { request(type: 'screen'): Promise<WakeLockHandle> } | undefined;
}

/** A single record is sent faster; only a longer upload keeps the screen on. */
export const MIN_SENDING_MS = 3000;
/** A pause between two items that does not count as the end of sending. */
export const MAX_PAUSE_MS = 1000;

/**
 * Keeps the screen on during a long upload while the page is visible: a phone whose screen turns off stops sending. Where the
 * browser refuses, sending continues without it. The returned function ends this.
 */
export function stayAwakeWhileSending(
  store: Pick<StoreApi<{ state: string }>, 'getState' | 'subscribe'>,
  parts: StayAwakeParts = {},
): () => void {
  const clock = parts.clock ?? systemClock;
  const page = parts.page ?? document;
  const wakeLock = 'wakeLock' in parts ? parts.wakeLock : browserWakeLock();
  if (!wakeLock) return () => {};

  let isSending = false;
  /** When sending started; short pauses do not reset it. */
  let startedAt: number | null = null;
  let isWanted = false;
  let isRequesting = false;
  let held: WakeLockHandle | null = null;
  let cancel = () => {};

  const onState = () => {
    const now = store.getState().state === 'sending';
    if (now === isSending) return;
    isSending = now;
    cancel();
    if (isSending) {
      startedAt ??= clock.now();
      cancel = clock.after(Math.max(0, startedAt + MIN_SENDING_MS - clock.now()), () => want(true));
    } else {
      cancel = clock.after(MAX_PAUSE_MS, () => {
        startedAt = null;
        want(false);
      });
    }
  };

  function want(wanted: boolean) {
    if (wanted === isWanted) return;
    isWanted = wanted;
    if (wanted) void request();
    else release();
  }

  async function request() {
    if (!isWanted || held || isRequesting || page.visibilityState !== 'visible') return;
    isRequesting = true;
    try {
      const lock = await wakeLock!.request('screen');
      held = lock;
      // The browser releases the lock when the page is hidden or the battery is low; it is requested again when the page is visible.
      lock.addEventListener('release', () => {
        if (held === lock) held = null;
      });
    } catch {
      // Refused: the screen turns off as usual.
    } finally {
      isRequesting = false;
    }
    if (!isWanted) release();
  }

  function release() {
    const lock = held;
    held = null;
    void lock?.release().catch(() => undefined);
  }

  const onVisibility = () => void request();
  const unsubscribe = store.subscribe(onState);
  page.addEventListener('visibilitychange', onVisibility);
  onState();
  return () => {
    unsubscribe();
    page.removeEventListener('visibilitychange', onVisibility);
    cancel();
    want(false);
  };
}

function browserWakeLock(): StayAwakeParts['wakeLock'] {
  return (globalThis.navigator as (Navigator & { wakeLock?: WakeLock }) | undefined)?.wakeLock;
}
