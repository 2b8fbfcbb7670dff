import type { Api } from '../net/api';
import type { Auth } from '../session/auth';
import type { UserDatabase } from '../db/database';
import type { Pull } from '../pull/pull';
import { createPullStore } from '../pull/pull-store';
import { createSenderStores, type Sender } from '../outbox/sender-stores';

/** Sender and fetcher of one person's database. */
export interface Sync {
  sender: Sender;
  pull: Pick<Pull, 'store' | 'run' | 'start'>;
}

/**
 * Sender and fetcher whose code comes after the first screen: what they show (states, progress) is there at once, and what
 * they are asked to do waits for the code.
 */
export function createSync(parts: { database: UserDatabase; api: Api; auth: Auth; deviceId?: () => Promise<string> }): Sync {
  const stores = createSenderStores();
  const store = createPullStore();
  let engine: Promise<Sync> | null = null;
  const load = () => {
    engine ??= Promise.all([import('../outbox/sender'), import('../pull/pull')]).then(([{ OutboxSender }, { createPull }]) => ({
      sender: new OutboxSender({ ...parts, stores }),
      pull: createPull({ ...parts, store }),
    }));
    // A part that did not load is asked for again by whoever comes next.
    engine.catch(() => (engine = null));
    return engine;
  };
  return {
    sender: {
      ...stores,
      flush: async () => (await load()).sender.flush(),
      flushNow: async () => (await load()).sender.flushNow(),
      start: () => startWhenLoaded(async () => (await load()).sender),
    },
    pull: {
      store,
      run: async () => (await load()).pull.run(),
      start: () => startWhenLoaded(async () => (await load()).pull),
    },
  };
}

const AGAIN_MS = 30_000;

/** Starts a loop once its code is there; the answer stops it, also before. */
function startWhenLoaded(load: () => Promise<{ start(): () => void }>): () => void {
  let isStopped = false;
  let stop = () => {};
  const begin = () => {
    load().then(
      (loop) => {
        if (!isStopped) stop = loop.start();
      },
      () => {
        const timer = setTimeout(begin, AGAIN_MS);
        stop = () => clearTimeout(timer);
      },
    );
  };
  begin();
  return () => {
    isStopped = true;
    stop();
  };
}
