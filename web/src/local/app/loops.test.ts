import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Auth } from '../session/auth';
import type { AuthState } from '../session/auth-state';
import { newId } from '../db/ids';
import { startLoops } from './loops';
import { createQueryPersister } from './query-cache';
import { NO_AUTH } from '../db/rows';
import { FakeClock, waitForIdle } from '../testing/fake-clock';
import { freshDatabase, person } from '../testing/people';

function parts() {
  const log: string[] = [];
  const loop = (name: string) => () => {
    log.push(`${name} on`);
    return () => void log.push(`${name} off`);
  };
  const store = createStore<AuthState>(() => ({ ...NO_AUTH, isReady: true }));
  const auth = {
    store,
    state: store.getState,
    start: loop('auth'),
    ready: () => Promise.resolve(store.getState()),
    fetchUser: vi.fn<() => Promise<null>>(() => Promise.resolve(null)),
  };
  const pulled = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const loops = {
    clock: new FakeClock(),
    auth: auth as unknown as Auth,
    network: { start: loop('network') },
    revocations: { start: loop('revocations') },
    startVersionCheck: loop('version'),
    startTaxonomy: loop('taxonomy'),
    firstScreen: Promise.resolve(),
    nameUnsentPlaces: ({ userId }: { userId: string }) => loop(`places ${userId}`)(),
    syncFor: (database: { userId: string }) => ({
      sender: { start: loop(`sender ${database.userId}`) },
      pull: { start: loop(`pull ${database.userId}`), run: pulled },
    }),
  } as unknown as Parameters<typeof startLoops>[0] & { clock: FakeClock };
  return { log, store, loops, auth, pulled };
}

describe('the background loops', () => {
  it('all start and stop with the app', async () => {
    const { log, loops, auth } = parts();
    const stop = startLoops(loops);
    await waitForIdle();
    expect(log).toEqual(['network on', 'auth on', 'revocations on', 'version on', 'taxonomy on']);
    expect(auth.fetchUser).toHaveBeenCalledTimes(1);
    await loops.clock.advance(10 * 60_000);
    expect(auth.fetchUser).toHaveBeenCalledTimes(3);
    stop();
    await loops.clock.advance(10 * 60_000);
    expect(auth.fetchUser).toHaveBeenCalledTimes(3);
    expect(log.filter((line) => line.endsWith('off'))).toHaveLength(5);
  });

  it('start sync and taxonomy after the first screen', async () => {
    const { log, store, loops } = parts();
    const anna = person('anna', { id: newId() });
    store.setState({ user: anna, token: 't' });
    const screen = Promise.withResolvers<void>();
    const stop = startLoops({ ...loops, firstScreen: screen.promise });
    await waitForIdle();
    expect(log).toEqual(['network on', 'auth on', 'revocations on', 'version on']);
    log.length = 0;
    screen.resolve();
    await waitForIdle();
    expect(log).toEqual(['taxonomy on', `sender ${anna.id} on`, `pull ${anna.id} on`, `places ${anna.id} on`]);
    stop();
  });

  it('that stopped before the first screen do not start after it', async () => {
    const { log, store, loops } = parts();
    store.setState({ user: person('anna', { id: newId() }), token: 't' });
    const screen = Promise.withResolvers<void>();
    startLoops({ ...loops, firstScreen: screen.promise })();
    log.length = 0;
    screen.resolve();
    await waitForIdle();
    expect(log).toEqual([]);
  });

  it('the sync of one user stops before the next one’s starts', async () => {
    const { log, store, loops, pulled } = parts();
    const [anna, bram] = [person('anna', { id: newId() }), person('bram', { id: newId() })];
    const stop = startLoops(loops);
    await waitForIdle();
    log.length = 0;
    store.setState({ user: anna, token: 't' });
    store.setState({ token: null });
    store.setState({ token: 't2' });
    expect(pulled).toHaveBeenCalledTimes(1);
    store.setState({ user: bram, token: 't3' });
    store.setState({ user: null, token: null });
    await waitForIdle();
    const sync = (id: string, way: string) => [`sender ${id} ${way}`, `pull ${id} ${way}`, `places ${id} ${way}`];
    expect(log).toEqual([...sync(anna.id, 'on'), ...sync(anna.id, 'off'), ...sync(bram.id, 'on'), ...sync(bram.id, 'off')]);
    stop();
  });
});

describe('the persisted query cache', () => {
  const client = (buster: string) => ({ timestamp: 1, buster, clientState: { mutations: [], queries: [] } });

  it('is written once a second, restored, and private to its user', async () => {
    const [annas, brams] = [freshDatabase(), freshDatabase()];
    const clock = new FakeClock();
    const persister = createQueryPersister(annas, clock);
    const put = vi.spyOn(annas.queries, 'put');
    for (let index = 0; index < 5; index++) {
      await persister.persistClient(client(`v${index}`));
      await clock.advance(100);
    }
    expect(put).not.toHaveBeenCalled();
    await clock.advance(1000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(await persister.restoreClient()).toEqual(client('v4'));
    expect(await createQueryPersister(brams, clock).restoreClient()).toBeUndefined();
    await persister.removeClient();
    expect(await persister.restoreClient()).toBeUndefined();
  });

  it('is skipped when the disk is full', async () => {
    const database = freshDatabase();
    const clock = new FakeClock();
    const persister = createQueryPersister(database, clock);
    vi.spyOn(database.queries, 'put').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    await persister.persistClient(client('v1'));
    await clock.advance(1000);
    expect(await persister.restoreClient()).toBeUndefined();
  });
});
