import { Dexie, type Table } from 'dexie';
import { flushAll, storageNotices } from './storage-notices';
import { isNamed, type UnsavedKind, StorageFailed, StorageFull, StorageGivenUp, StorageNewer } from './storage-errors';

/** The connection died (WebKit does this); a new one usually works. */
const LOST = ['InvalidStateError', 'UnknownError', 'DatabaseClosedError'];
/** docs/faults.md C3 requires a notice within 2 s; a browser may hang without sending the event. */
const BLOCKED_AFTER_MS = 1500;
const FLUSH_MS = 1000;

/**
 * A database on the device. All access goes through `read` and `write`: they reopen the database once when its connection died,
 * name what was not stored, and never resolve before a write has completed.
 */
export abstract class DeviceDatabase extends Dexie {
  #hasGivenUp = false;

  constructor(name: string) {
    super(name, {
      // 'strict': a transaction completes when the data is on disk, not only in the browser's memory.
      chromeTransactionDurability: 'strict',
      // Dexie's cache shows writes before they are committed; screens must show only what is on disk.
      cache: 'disabled',
      indexedDB: refusingNewer(indexedDB),
    });
    // Later subscribers run first; false keeps Dexie's own handler from closing before drafts are written.
    this.on('versionchange', () => {
      void this.#giveUp();
      return false;
    });
    this.on('blocked', () => storageNotices.setState({ blocked: true }));
  }

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** Closes the connection; later reads and writes are refused instead of opening it again. */
  closeForGood(): void {
    this.#hasGivenUp = true;
    this.close();
  }

  read<T>(work: () => PromiseLike<T>): Promise<T> {
    return this.#retryOnce(null, work);
  }

  /** Runs `work` in one transaction. It may run twice, so create ids outside of it. */
  write<T>(unsaved: UnsavedKind, tables: readonly Table[], work: () => PromiseLike<T>): Promise<T> {
    return this.#retryOnce(unsaved, () => this.transaction('rw', [...tables], work));
  }

  /**
   * Inside a transaction, the promise of `work` itself: what follows on a promise of Dexie always belongs to the transaction, what follows
   * on one of an async function only while Dexie recognizes it, which it sometimes does not where many live queries read at once.
   */
  #retryOnce<T>(unsaved: UnsavedKind | null, work: () => PromiseLike<T>): Promise<T> {
    return Dexie.currentTransaction ? (work() as Promise<T>) : this.#reopenOnce(unsaved, work);
  }

  /** Calls `work` before awaiting anything, so that Dexie's live queries can observe it. Dexie opens the database on demand. */
  async #reopenOnce<T>(unsaved: UnsavedKind | null, work: () => PromiseLike<T>): Promise<T> {
    if (this.#hasGivenUp) throw new StorageGivenUp(this.name);
    const endWatch = this.#watchOpening();
    try {
      return await work();
    } catch (error) {
      if (!isNamed(error, LOST) || this.#hasGivenUp) throw this.#namedError(unsaved, error);
    } finally {
      endWatch();
    }
    try {
      this.close({ disableAutoOpen: false });
      await this.open();
      return await work();
    } catch (error) {
      throw this.#namedError(unsaved, error);
    }
  }

  /** Reports an opening that takes too long; call the returned function when it has ended. */
  #watchOpening(): () => void {
    if (this.isOpen()) return () => {};
    const timer = setTimeout(() => storageNotices.setState({ blocked: true }), BLOCKED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      if (this.isOpen() && storageNotices.getState().blocked) storageNotices.setState({ blocked: false });
    };
  }

  #namedError(unsaved: UnsavedKind | null, error: unknown): unknown {
    if (this.#hasGivenUp) return new StorageGivenUp(this.name, { cause: error });
    if (isNamed(error, ['VersionError'])) {
      storageNotices.setState({ update: true });
      return new StorageNewer(this.name, { cause: error });
    }
    if (isNamed(error, ['QuotaExceededError'])) return new StorageFull(unsaved ?? 'server_copy', error);
    if (isNamed(error, [...LOST, 'OpenFailedError', 'MissingAPIError', 'AbortError', 'TimeoutError'])) {
      storageNotices.setState({ failed: true });
      return new StorageFailed(unsaved, error);
    }
    return error;
  }

  async #giveUp(): Promise<void> {
    if (this.#hasGivenUp) return;
    await Promise.race([flushAll(), new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
    this.closeForGood();
    storageNotices.setState({ reload: true });
  }
}

/**
 * Dexie opens a database of a newer version without a version number and may then change it. An older app must not touch it, so
 * opening is refused.
 */
function refusingNewer(factory: IDBFactory) {
  return {
    open(name: string, version?: number) {
      if (version === undefined) throw new DOMException(`${name} is newer than this app`, 'VersionError');
      return factory.open(name, version);
    },
    deleteDatabase: (name: string) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (first: unknown, second: unknown) => factory.cmp(first, second),
  };
}
