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
  return new DatabaseAuth(database);
}

class DatabaseAuth implements PersistedAuth {
  readonly store = createStore<AuthState>(() => ({ ...NO_AUTH, isReady: false }));
  readonly #database: VeldDatabase;
  #reading: Promise<AuthState> | null = null;
  #writes = 0;

  constructor(database: VeldDatabase) {
    this.#database = database;
  }

  ready(): Promise<AuthState> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async update(change: (before: StoredAuth) => StoredAuth | null): Promise<StoredAuth | null> {
    const database = this.#database;
    await this.ready();
    this.#writes++;
    try {
      const after = await database.write('login', [database.settings], async () => {
        const next = change(await database.storedAuth());
        if (next) await database.settings.put({ key: 'auth', value: next });
        return next;
      });
      if (after) this.store.setState({ ...after, isReady: true });
      return after;
    } finally {
      this.#writes--;
    }
  }

  show(change: (before: StoredAuth) => StoredAuth): void {
    this.store.setState((before) => change(before));
  }

  start(): () => void {
    const others = liveQuery(() => this.#database.storedAuth()).subscribe({
      next: (row) => this.#applyFromOtherTab(row),
      error() {},
    });
    return () => others.unsubscribe();
  }

  async #read(): Promise<AuthState> {
    // If the storage cannot be read, the welcome screen still opens, with a notice about it.
    const row = await this.#database.storedAuth().catch(() => NO_AUTH);
    if (!this.store.getState().isReady) this.store.setState({ ...row, isReady: true });
    return this.store.getState();
  }

  #applyFromOtherTab(row: StoredAuth): void {
    const { isReady, ...shown } = this.store.getState();
    // While this tab writes, its own state is newer.
    if (isReady && this.#writes === 0 && JSON.stringify(row) !== JSON.stringify(shown)) this.store.setState(row);
  }
}
