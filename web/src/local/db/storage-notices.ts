import { createStore } from 'zustand/vanilla';

/**
 * What the page has to report about the databases. `reload`: another tab runs a newer version, reload this one. `blocked`: a tab
 * with an older version holds the database, close it. `update`: this version is older than the data. `failed`: reading or writing
 * failed twice.
 */
export interface StorageNotices {
  reload: boolean;
  blocked: boolean;
  update: boolean;
  failed: boolean;
  /** Number of unsent items before the browser cleared its storage; null if nothing is missing. */
  mayBeLost: number | null;
  /** Whether the browser granted persistent storage; null before the request. */
  isPersistent: boolean | null;
}

export const storageNotices = createStore<StorageNotices>(() => ({
  reload: false,
  blocked: false,
  update: false,
  failed: false,
  mayBeLost: null,
  isPersistent: null,
}));

type Flush = () => Promise<unknown>;
const flushes = new Set<Flush>();

/** Registers work that must reach the disk before the database or the page closes (drafts). The returned function removes it. */
export function beforeLeaving(flush: Flush): () => void {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

/** Writes everything that is pending. Called before a reload and before another tab takes over the database. */
export async function flushAll(): Promise<void> {
  await Promise.allSettled([...flushes].map((flush) => flush()));
}

let requested: Promise<boolean | null> | null = null;

/** Requests persistent storage, once per page after the first save. The storage screen shows the result. */
export function requestPersistence(): Promise<boolean | null> {
  requested ??= request().then((isPersistent) => {
    storageNotices.setState({ isPersistent });
    return isPersistent;
  });
  return requested;
}

async function request(): Promise<boolean | null> {
  const storage: StorageManager | undefined = globalThis.navigator?.storage;
  if (!storage?.persist) return null;
  try {
    return (await storage.persisted?.()) || (await storage.persist());
  } catch {
    return null;
  }
}
