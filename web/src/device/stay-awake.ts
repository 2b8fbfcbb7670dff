import type { StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../local/device/clock';

/** The part of `WakeLockSentinel` used here. */
export interface WakeLockHandle {
  release(): Promise<unknown>;
  addEventListener(type: 'release', listener: () => void): void;
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

interface WakeLockSource {
  request(type: 'screen'): Promise<WakeLockHandle>;
}

export interface StayAwakeParts {
  clock?: Clock;
  page?: Page;
  /** Undefined if the browser has none. */
  wakeLock?: WakeLockSource | undefined;
}

/** A single record is sent faster; only a longer upload keeps the screen on. */
export const MIN_SENDING_MS = 3000;
/** A pause between two items that does not count as the end of sending. */
export const MAX_PAUSE_MS = 1000;

/**
 * Keeps the screen on during a long upload while the page is visible: a phone whose screen turns off stops sending. If the
 * browser refuses, sending continues without it. Returns a stop function.
 */
export function stayAwakeWhileSending(
  store: Pick<StoreApi<{ state: string }>, 'getState' | 'subscribe'>,
  parts: StayAwakeParts = {},
): () => void {
  const clock = parts.clock ?? systemClock;
  const page = parts.page ?? document;
  const wakeLock = 'wakeLock' in parts ? parts.wakeLock : browserWakeLock();
  if (!wakeLock) return () => {};

  const screenLock = new ScreenLock(wakeLock, page);
  let isSending = false;
  /** When sending started; short pauses do not reset it. */
  let startedAt: number | null = null;
  let cancel = () => {};

  const onState = () => {
    const now = store.getState().state === 'sending';
    if (now === isSending) return;
    isSending = now;
    cancel();
    if (isSending) {
      startedAt ??= clock.now();
      cancel = clock.after(Math.max(0, startedAt + MIN_SENDING_MS - clock.now()), () => screenLock.keepOn(true));
    } else {
      cancel = clock.after(MAX_PAUSE_MS, () => {
        startedAt = null;
        screenLock.keepOn(false);
      });
    }
  };

  const unsubscribe = store.subscribe(onState);
  onState();
  return () => {
    unsubscribe();
    cancel();
    screenLock.stop();
  };
}

/** Keeps the screen on while a screen is shown, where the browser allows it. Returns a stop function. */
export function keepScreenOn({ page = document, wakeLock = browserWakeLock() }: Omit<StayAwakeParts, 'clock'> = {}): () => void {
  if (!wakeLock) return () => {};
  const lock = new ScreenLock(wakeLock, page);
  lock.keepOn(true);
  return () => lock.stop();
}

/** A screen wake lock that is requested again whenever the page becomes visible. */
class ScreenLock {
  readonly #wakeLock: WakeLockSource;
  readonly #page: Page;
  readonly #onVisibility = () => void this.#request();
  #isWanted = false;
  #isRequesting = false;
  #held: WakeLockHandle | null = null;

  constructor(wakeLock: WakeLockSource, page: Page) {
    this.#wakeLock = wakeLock;
    this.#page = page;
    page.addEventListener('visibilitychange', this.#onVisibility);
  }

  keepOn(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (isWanted) void this.#request();
    else this.#release();
  }

  stop(): void {
    this.#page.removeEventListener('visibilitychange', this.#onVisibility);
    this.keepOn(false);
  }

  async #request(): Promise<void> {
    if (!this.#isWanted || this.#held || this.#isRequesting || this.#page.visibilityState !== 'visible') return;
    this.#isRequesting = true;
    try {
      const lock = await this.#wakeLock.request('screen');
      this.#held = lock;
      // The browser releases the lock when the page is hidden or the battery is low.
      lock.addEventListener('release', () => {
        if (this.#held === lock) this.#held = null;
      });
    } catch {
      // Denied: the screen turns off as usual.
    } finally {
      this.#isRequesting = false;
    }
    if (!this.#isWanted) this.#release();
  }

  #release(): void {
    const lock = this.#held;
    this.#held = null;
    void lock?.release().catch(() => undefined);
  }
}

function browserWakeLock(): WakeLockSource | undefined {
  return (globalThis.navigator as (Navigator & { wakeLock?: WakeLock }) | undefined)?.wakeLock;
}
