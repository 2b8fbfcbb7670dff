import type { Api } from '../net/api';
import type { Auth } from '../session/auth';
import type { UserDatabase } from '../db/database';
import type { Pull } from '../pull/pull';
import { createPullStore } from '../pull/pull-store';
import { createSenderStores, type Sender } from '../outbox/sender-stores';

/** The sender and the pull of one user's database. */
export interface Sync {
  sender: Sender;
  pull: Pick<Pull, 'store' | 'run' | 'start'>;
}

/**
 * A sender and a pull whose code loads after the first screen. Their stores (state, progress) exist at once; calls wait for the
 * code.
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
    // After a failure, the next call loads it again.
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

const RETRY_MS = 30_000;

/** Starts a loop once its code is loaded; the returned function stops it, even before that. */
export function startWhenLoaded(load: () => Promise<{ start(): () => void }>): () => void {
  let isStopped = false;
  let stop = () => {};
  const begin = () => {
    load().then(
      (loop) => {
        if (!isStopped) stop = loop.start();
      },
      () => {
        const timer = setTimeout(begin, RETRY_MS);
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
