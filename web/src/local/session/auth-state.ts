import { liveQuery } from 'dexie';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VeldDatabase } from '../db/database';
import { NO_AUTH, type StoredAuth } from '../db/rows';

export interface AuthState extends StoredAuth {
  /** The stored state has been read. */
  isReady: boolean;
}

export interface PersistedAuth {
  store: StoreApi<AuthState>;
  ready(): Promise<AuthState>;
  /** Reads, changes and writes the state in one transaction; null changes nothing. Resolves with the new state, or null. */
  update(change: (before: StoredAuth) => StoredAuth | null): Promise<StoredAuth | null>;
  /** Shows a state before it is written. */
  show(change: (before: StoredAuth) => StoredAuth): void;
  start(): () => void;
}

/** Synchronizes the auth state between memory, disk and all tabs. */
export function createAuthState(database: VeldDatabase): PersistedAuth {
  const store = createStore<AuthState>(() => ({ ...NO_AUTH, isReady: false }));
  let reading: Promise<AuthState> | null = null;
  let writes = 0;

  function ready(): Promise<AuthState> {
    reading ??= database
      .storedAuth()
      // If the storage cannot be read, the welcome screen still opens, with a notice about it.
      .catch(() => NO_AUTH)
      .then((row) => {
        if (!store.getState().isReady) store.setState({ ...row, isReady: true });
        return store.getState();
      });
    return reading;
  }

  async function update(change: (before: StoredAuth) => StoredAuth | null): Promise<StoredAuth | null> {
    await ready();
    writes++;
    try {
      const after = await database.write('login', [database.settings], async () => {
        const next = change(await database.storedAuth());
        if (next) await database.settings.put({ key: 'auth', value: next });
        return next;
      });
      if (after) store.setState({ ...after, isReady: true });
      return after;
    } finally {
      writes--;
    }
  }

  function start() {
    const other = liveQuery(() => database.storedAuth()).subscribe({
      next(row) {
        // While this tab writes, its own state is newer.
        const { isReady, ...shown } = store.getState();
        if (isReady && writes === 0 && JSON.stringify(row) !== JSON.stringify(shown)) store.setState(row);
      },
      error() {},
    });
    return () => other.unsubscribe();
  }

  return { store, ready, update, show: (change) => store.setState((before) => change(before)), start };
}
