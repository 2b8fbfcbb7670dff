import { createStore } from 'zustand/vanilla';

/**
 * What the page has to tell about the databases:
 * `reload` another tab runs a newer version, load this one again; `blocked` an older tab holds the database, close it;
 * `update` this version is older than the data; `failed` reading or writing failed twice.
 */
export interface StorageNotices {
  reload: boolean;
  blocked: boolean;
  update: boolean;
  failed: boolean;
  /** How many unsent things were here before the browser emptied its storage; null when nothing is missing. */
  mayBeLost: number | null;
  /** The browser's answer to the wish to keep the data for good; null before it was asked. */
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

/** Work that must reach the disk before the database is given up or the page goes (drafts). The answer takes it back. */
export function beforeLeaving(flush: Flush): () => void {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

/** Writes down everything that is still on its way. Called before a reload, and before another tab gets the database. */
export async function flushAll(): Promise<void> {
  await Promise.allSettled([...flushes].map((flush) => flush()));
}
