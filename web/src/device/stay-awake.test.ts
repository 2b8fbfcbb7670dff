import { beforeEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { FakeClock, waitForIdle } from '../local/testing/fake-clock';
import { keepScreenOn, MAX_PAUSE_MS, stayAwakeWhileSending, type WakeLockHandle, MIN_SENDING_MS } from './stay-awake';

type State = 'idle' | 'sending' | 'waiting' | 'needs_login';

/** A screen that is lit by whoever holds a lock, and that a browser darkens when the page is hidden. */
class FakeScreen extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  asked = 0;
  refuses = false;
  locks = new Set<EventTarget>();
  /** Answers of requests that are still open. */
  slowly: (() => void)[] | null = null;

  async request(): Promise<WakeLockHandle> {
    this.asked++;
    if (this.slowly) await new Promise<void>((go) => this.slowly!.push(go));
    if (this.refuses) throw new DOMException('low battery', 'NotAllowedError');
    const lock = Object.assign(new EventTarget(), { release: async () => this.#end(lock) });
    this.locks.add(lock);
    return lock;
  }

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    if (state === 'hidden') for (const lock of this.locks) this.#end(lock);
    this.dispatchEvent(new Event('visibilitychange'));
  }

  #end(lock: EventTarget): void {
    if (this.locks.delete(lock)) lock.dispatchEvent(new Event('release'));
  }
}

let clock: FakeClock;
let screen: FakeScreen;
let store = createStore<{ state: State }>(() => ({ state: 'idle' }));
const send = (state: State) => store.setState({ state });
const start = () => stayAwakeWhileSending(store, { clock, page: screen, wakeLock: screen });
const sending = async () => {
  send('sending');
  await clock.advance(MIN_SENDING_MS);
};

beforeEach(() => {
  clock = new FakeClock();
  screen = new FakeScreen();
  store = createStore<{ state: State }>(() => ({ state: 'idle' }));
});

describe('the screen during an upload', () => {
  it('stays on from the third second until the queue is empty', async () => {
    start();
    send('sending');
    await clock.advance(MIN_SENDING_MS - 1);
    expect(screen.asked).toBe(0);
    await clock.advance(1);
    expect(screen.locks.size).toBe(1);
    await clock.advance(60_000);
    expect(screen.asked).toBe(1);
    send('idle');
    await clock.advance(MAX_PAUSE_MS);
    expect(screen.locks.size).toBe(0);
    expect(clock.next).toBeNull();
  });

  it('is not locked for one short record, nor for many with pauses between them', async () => {
    start();
    for (let number = 0; number < 5; number++) {
      send('sending');
      await clock.advance(MIN_SENDING_MS / 2);
      send('idle');
      await clock.advance(5000);
    }
    expect(screen.asked).toBe(0);
  });

  it('is released while the queue waits, is paused or needs a login', async () => {
    start();
    for (const state of ['waiting', 'idle', 'needs_login'] as const) {
      await sending();
      expect(screen.locks.size).toBe(1);
      send(state);
      await clock.advance(MAX_PAUSE_MS);
      expect(screen.locks.size, state).toBe(0);
    }
  });

  it('stays on during the short pause between two items', async () => {
    start();
    await sending();
    for (let number = 0; number < 4; number++) {
      send('waiting');
      await clock.advance(MAX_PAUSE_MS / 2);
      expect(screen.locks.size).toBe(1);
      send('sending');
      await clock.advance(10_000);
    }
    expect(screen.asked).toBe(1);
  });

  it('counts records in quick succession as one long upload', async () => {
    start();
    for (let sent = 0; sent < MIN_SENDING_MS; sent += 600) {
      send('sending');
      await clock.advance(500);
      send('idle');
      await clock.advance(100);
      expect(screen.asked).toBe(0);
    }
    send('sending');
    await clock.advance(0);
    expect(screen.locks.size).toBe(1);
  });

  it('is released while the page is hidden, and locked again when the page is visible and still sending', async () => {
    start();
    await sending();
    screen.show('hidden');
    expect(screen.locks.size).toBe(0);
    await clock.advance(30_000);
    expect(screen.asked).toBe(1);
    screen.show('visible');
    await waitForIdle();
    expect(screen.locks.size).toBe(1);
    send('idle');
    await clock.advance(MAX_PAUSE_MS);
    screen.show('hidden');
    screen.show('visible');
    await waitForIdle();
    expect(screen.asked).toBe(2);
    expect(screen.locks.size).toBe(0);
  });

  it('is locked when a page that started sending while hidden becomes visible', async () => {
    screen.show('hidden');
    start();
    await sending();
    expect(screen.asked).toBe(0);
    screen.show('visible');
    await waitForIdle();
    expect(screen.locks.size).toBe(1);
  });

  it('releases a lock that arrives after everything was sent', async () => {
    screen.slowly = [];
    start();
    await sending();
    send('idle');
    await clock.advance(MAX_PAUSE_MS);
    expect(screen.asked).toBe(1);
    screen.slowly.forEach((go) => go());
    await waitForIdle();
    expect(screen.locks.size).toBe(0);
  });

  it('sends without a lock where it is refused or missing, and requests it again only when the page becomes visible', async () => {
    screen.refuses = true;
    start();
    await sending();
    await clock.advance(60_000);
    expect(screen.asked).toBe(1);
    screen.refuses = false;
    screen.show('visible');
    await waitForIdle();
    expect(screen.locks.size).toBe(1);
    const stop = stayAwakeWhileSending(store, { clock, page: screen, wakeLock: undefined });
    await clock.advance(60_000);
    expect(screen.asked).toBe(2);
    stop();
  });

  it('holds no lock and no timer after logout', async () => {
    const stop = start();
    await sending();
    stop();
    await waitForIdle();
    expect(screen.locks.size).toBe(0);
    send('idle');
    send('sending');
    screen.show('visible');
    await clock.advance(60_000);
    expect(screen.asked).toBe(1);
  });
});

describe('a screen that is shown', () => {
  it('stays on, also after the page was hidden, until it is left', async () => {
    const stop = keepScreenOn({ page: screen, wakeLock: screen });
    await waitForIdle();
    expect(screen.locks.size).toBe(1);
    screen.show('hidden');
    expect(screen.locks.size).toBe(0);
    screen.show('visible');
    await waitForIdle();
    expect(screen.locks.size).toBe(1);
    stop();
    await waitForIdle();
    screen.show('visible');
    expect(screen.locks.size).toBe(0);
  });
});
