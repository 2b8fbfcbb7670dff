import { Dexie, type Table } from 'dexie';
import { flushAll, storageNotices } from './storage-notices';
import { isNamed, type NotKept, StorageFailed, StorageFull, StorageGivenUp, StorageNewer } from './storage-errors';

/** A connection that died under us (WebKit does this); a new one usually works. */
const LOST = ['InvalidStateError', 'UnknownError', 'DatabaseClosedError'];
/** docs/faults.md C3 asks for a notice within 2 s; a browser may also hang without the event. */
const BLOCKED_AFTER_MS = 1500;
const FLUSH_MS = 1000;

/**
 * A database on the device. All reading and writing goes through `read` and `write`: they open the database again once
 * when its connection died, name what was not kept, and never resolve for a write that was not completed.
 */
export abstract class DeviceDatabase extends Dexie {
  #hasGivenUp = false;

  constructor(name: string) {
    super(name, {
      // 'strict': the answer "saved" waits for the disk, not only for the browser's memory.
      chromeTransactionDurability: 'strict',
      // The library's cache shows writes before they are committed; what screens show here must be on the disk.
      cache: 'disabled',
      indexedDB: refusingNewer(indexedDB),
    });
    // Later subscribers run first; false keeps the library's own handler from closing before drafts are written.
    this.on('versionchange', () => {
      void this.#giveUp();
      return false;
    });
    this.on('blocked', () => storageNotices.setState({ blocked: true }));
  }

  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  async read<T>(work: () => PromiseLike<T>): Promise<T> {
    return this.#twice(null, work);
  }

  /** One transaction: all of `work` or nothing. Resolves after it completed. Writing twice must not hurt: ids are made outside. */
  async write<T>(notKept: NotKept, tables: readonly Table[], work: () => PromiseLike<T>): Promise<T> {
    return this.#twice(notKept, () => this.transaction('rw', [...tables], work));
  }

  /**
   * The first try calls `work` before anything is awaited: that is how the library's live queries learn what a query reads.
   * The database opens by itself.
   */
  async #twice<T>(notKept: NotKept | null, work: () => PromiseLike<T>): Promise<T> {
    if (Dexie.currentTransaction) return work();
    if (this.#hasGivenUp) throw new StorageGivenUp(this.name);
    const opened = this.#watchOpening();
    try {
      return await work();
    } catch (error) {
      if (!isNamed(error, LOST) || this.#hasGivenUp) throw this.#told(notKept, error);
    } finally {
      opened();
    }
    try {
      this.close({ disableAutoOpen: false });
      await this.open();
      return await work();
    } catch (error) {
      throw this.#told(notKept, error);
    }
  }

  /** Says so when opening takes too long; the answer is called when it has ended. */
  #watchOpening(): () => void {
    if (this.isOpen()) return () => {};
    const timer = setTimeout(() => storageNotices.setState({ blocked: true }), BLOCKED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      if (this.isOpen() && storageNotices.getState().blocked) storageNotices.setState({ blocked: false });
    };
  }

  #told(notKept: NotKept | null, error: unknown): unknown {
    if (this.#hasGivenUp) return new StorageGivenUp(this.name, { cause: error });
    if (isNamed(error, ['VersionError'])) {
      storageNotices.setState({ update: true });
      return new StorageNewer(this.name, { cause: error });
    }
    if (isNamed(error, ['QuotaExceededError'])) return new StorageFull(notKept ?? 'server_copy', error);
    if (isNamed(error, [...LOST, 'OpenFailedError', 'MissingAPIError', 'AbortError', 'TimeoutError'])) {
      storageNotices.setState({ failed: true });
      return new StorageFailed(notKept, error);
    }
    return error;
  }

  async #giveUp(): Promise<void> {
    if (this.#hasGivenUp) return;
    await Promise.race([flushAll(), new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
    this.#hasGivenUp = true;
    this.close();
    storageNotices.setState({ reload: true });
  }
}

/**
 * The library answers a newer database by opening it as it is and may then change it. An older app must not touch it: an
 * open without a version number is refused.
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
