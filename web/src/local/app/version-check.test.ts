import { afterEach, describe, expect, it, vi } from 'vitest';
import { VeldDatabase } from '../db/database';
import { newId } from '../db/ids';
import { createNetwork, type NetworkState } from '../net/network';
import { createNotifier } from './notifier';
import { FakeClock } from '../testing/fake-clock';
import { startVersionCheck } from './version-check';

const fine = { update_required: false, update_url: null };
let stop = () => {};
afterEach(() => stop());

function launch(options: { network?: NetworkState; database?: VeldDatabase; clock?: FakeClock; version?: string } = {}) {
  const clock = options.clock ?? new FakeClock();
  const database = options.database ?? new VeldDatabase(`veld-${newId()}`);
  const ask = vi.fn<(version: string) => Promise<{ update_required: boolean; update_url: string | null }>>(() => Promise.resolve(fine));
  const goToAppUpdate = vi.fn<(updateUrl: string | null) => void>();
  const state = { network: options.network ?? 'online' };
  stop = startVersionCheck({ clock, version: options.version ?? '1.0.0', network: () => state.network, ask, database, goToAppUpdate });
  return { clock, database, ask, goToAppUpdate, state };
}

describe('forced version check (decision 0025)', () => {
  it('runs 2 s after launch, then every 5 min', async () => {
    const { clock, ask } = launch();
    await clock.advance(1999);
    expect(ask).toHaveBeenCalledTimes(0);
    await clock.advance(1);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(ask).toHaveBeenCalledWith('1.0.0');
    await clock.advance(299_999);
    expect(ask).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('opens app_update when required, and stops until the next launch', async () => {
    const { clock, ask, goToAppUpdate } = launch();
    ask.mockResolvedValue({ update_required: true, update_url: 'https://veld.test/new' });
    await clock.advance(2000);
    expect(goToAppUpdate).toHaveBeenCalledWith('https://veld.test/new');
    await clock.advance(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(goToAppUpdate).toHaveBeenCalledTimes(1);
  });

  it('treats a failed check as not required, and not as a first success', async () => {
    const { clock, ask, goToAppUpdate, state } = launch();
    ask.mockRejectedValue(new Error('502'));
    await clock.advance(2000);
    expect(clock.next).toBe(300_000);
    state.network = 'offline';
    await clock.advance(300_000);
    expect(clock.next).toBe(5000);
    expect(goToAppUpdate).not.toHaveBeenCalled();
  });

  for (const { before, wait } of [
    { before: false, wait: 5000 },
    { before: true, wait: 30_000 },
  ]) {
    it(`offline ${before ? 'after' : 'before'} a first success it waits ${wait / 1000} s without a request`, async () => {
      const { clock, ask, state } = launch({ network: before ? 'online' : 'offline' });
      await clock.advance(2000);
      state.network = 'offline';
      if (before) await clock.advance(300_000);
      const asked = ask.mock.calls.length;
      expect(clock.next).toBe(wait);
      await clock.advance(wait * 3);
      expect(ask).toHaveBeenCalledTimes(asked);
      expect(clock.next).toBe(wait);
      state.network = 'online';
      await clock.advance(wait);
      expect(ask).toHaveBeenCalledTimes(asked + 1);
    });
  }

  it('shares one answer per version across the device for 10 s', async () => {
    const clock = new FakeClock();
    const database = new VeldDatabase(`veld-${newId()}`);
    const first = launch({ clock, database });
    const stopFirst = stop;
    const second = launch({ clock, database });
    await clock.advance(2000);
    expect(first.ask.mock.calls.length + second.ask.mock.calls.length).toBe(1);
    const other = launch({ clock, database, version: '1.0.1' });
    await clock.advance(2000);
    expect(other.ask).toHaveBeenCalledTimes(1);
    stop();
    await clock.advance(6000);
    const late = launch({ clock, database });
    await clock.advance(2000);
    expect(late.ask).toHaveBeenCalledTimes(1);
    stopFirst();
  });

  it('ignores an answer from the future, after the clock was set back', async () => {
    const { clock, database, ask } = launch();
    await database.versionAnswers.put({ version: '1.0.0', update_required: true, update_url: null, at: clock.now() + 60_000 });
    await clock.advance(2000);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe('network', () => {
  it('follows the flag and the connection type, every 10 s and on events', async () => {
    const clock = new FakeClock();
    const target = new EventTarget();
    const device = { onLine: true, connection: { type: 'wifi' } };
    const network = createNetwork({ clock, device, target });
    const end = network.start();
    expect(network.state()).toBe('online');
    device.onLine = false;
    await clock.advance(9999);
    expect(network.state()).toBe('online');
    await clock.advance(1);
    expect(network.state()).toBe('offline');
    device.onLine = true;
    target.dispatchEvent(new Event('online'));
    expect(network.state()).toBe('online');
    device.connection.type = 'none';
    target.dispatchEvent(new Event('offline'));
    expect(network.state()).toBe('offline');
    end();
    device.connection.type = 'wifi';
    await clock.advance(60_000);
    target.dispatchEvent(new Event('online'));
    expect(network.state()).toBe('offline');
    expect(clock.next).toBeNull();
  });
});

describe('notifier (decision 0025)', () => {
  it('shows a message for 5 s; a newer one replaces it for another 5 s', async () => {
    const clock = new FakeClock();
    const notifier = createNotifier({ clock, logError: () => {} });
    notifier.show('positive', 'saved');
    await clock.advance(3000);
    notifier.show('info', 'newer');
    await clock.advance(4999);
    expect(notifier.store.getState().notice?.text).toBe('newer');
    await clock.advance(1);
    expect(notifier.store.getState().notice).toBeNull();
  });

  it('keeps an ongoing message until replaced, and logs negative ones', async () => {
    const clock = new FakeClock();
    const logError = vi.fn<(...parts: unknown[]) => void>();
    const notifier = createNotifier({ clock, logError });
    const id = notifier.show('ongoing', 'Starting taxonomy update');
    await clock.advance(3_600_000);
    expect(notifier.store.getState().notice?.type).toBe('ongoing');
    expect(logError).not.toHaveBeenCalled();
    notifier.show('negative', 'Error updating');
    expect(logError).toHaveBeenCalledWith('Error updating');
    // Too late to dismiss what is no longer shown.
    notifier.dismiss(id);
    expect(notifier.store.getState().notice?.text).toBe('Error updating');
    notifier.dismiss();
    expect(notifier.store.getState().notice).toBeNull();
  });
});
