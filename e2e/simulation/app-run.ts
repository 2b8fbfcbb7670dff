import type { IDBFactory as Fake } from 'fake-indexeddb';

/**
 * One run of the app on a device, from its start until it is killed. A kill rolls back open transactions; afterwards nothing reaches
 * the disk or the network, and pending requests never resolve.
 */
export class AppRun {
  readonly died: Promise<void>;
  isDead = false;
  /** Number of database requests until the app is killed; null for never. */
  killAfter: number | null = null;
  readonly #open = new Set<IDBTransaction>();
  #die = () => {};

  constructor() {
    this.died = new Promise((resolve) => (this.#die = resolve));
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const transaction of this.#open) {
      try {
        transaction.abort();
      } catch {
        // The transaction is already committed.
      }
    }
    this.#die();
  }

  /** Wraps the device's databases: counts requests, and refuses them after the kill. */
  disk(factory: InstanceType<typeof Fake>): IDBFactory {
    const open = (name: string, version?: number) => {
      this.#assertAlive();
      const request = factory.open(name, version);
      request.addEventListener('success', () => this.#watch(request.result));
      return request;
    };
    return {
      open,
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
      databases: () => factory.databases(),
      cmp: (first: unknown, second: unknown) => factory.cmp(first, second),
    };
  }

  #watch(database: IDBDatabase): void {
    const begin = database.transaction.bind(database);
    database.transaction = (names, mode, options) => {
      this.#assertAlive();
      const transaction = begin(names, mode, options);
      this.#open.add(transaction);
      const forget = () => this.#open.delete(transaction);
      transaction.addEventListener('complete', forget);
      transaction.addEventListener('abort', forget);
      const storeOf = transaction.objectStore.bind(transaction);
      transaction.objectStore = (name) => this.#counted(storeOf(name));
      return transaction;
    };
  }

  #counted(store: IDBObjectStore): IDBObjectStore {
    const own = store as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const name of ['put', 'add', 'delete', 'get']) {
      if (Object.hasOwn(store, name)) continue;
      const before = own[name]!.bind(store);
      own[name] = (...args) => {
        this.#assertAlive();
        if (this.killAfter !== null && this.killAfter-- <= 0) this.kill();
        this.#assertAlive();
        return before(...args);
      };
    }
    return store;
  }

  #assertAlive(): void {
    if (this.isDead) throw new DOMException('The app was killed', 'AbortError');
  }
}
