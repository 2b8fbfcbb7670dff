import { liveQuery } from 'dexie';
import { createStore } from 'zustand/vanilla';
import type { UserDatabase } from '../db/database';
import { type KeptPack, readPacks } from './kept-packs';
import { packFiles, type PackFiles } from './pack-files';

interface StoredPacks {
  /** The offline maps of the person that are whole, the last begun first. */
  packs: readonly KeptPack[];
  files: PackFiles | null;
  /** Whether the list has been read. */
  isKnown: boolean;
}

const NONE: StoredPacks = { packs: [], files: null, isKnown: false };

/** The stored maps that this page draws from, in addition to the network. */
export const storedPacks = createStore<StoredPacks>(() => NONE);

let followed: { userId: string; stop: () => void } | null = null;

/** Keeps the list up to date, that of one person at a time. */
export function followPacks(database: UserDatabase): void {
  if (followed?.userId === database.userId) return;
  followed?.stop();
  storedPacks.setState(NONE);
  const files = packFiles(database.userId);
  const watch = liveQuery(() => readPacks(database)).subscribe({
    next: (all) => {
      const packs = all.filter(({ state }) => state === 'stored');
      // What is downloaded changes the rows often, but not what can be drawn.
      const before = storedPacks.getState();
      if (before.isKnown && JSON.stringify(packs) === JSON.stringify(before.packs)) return;
      void files.then((opened) => followed?.userId === database.userId && storedPacks.setState({ packs, files: opened, isKnown: true }));
    },
    error: () => storedPacks.setState({ isKnown: true }),
  });
  followed = { userId: database.userId, stop: () => watch.unsubscribe() };
}

/** The list, once it has been read. */
export async function knownPacks(database: UserDatabase): Promise<StoredPacks> {
  followPacks(database);
  if (!storedPacks.getState().isKnown)
    await new Promise<void>((resolve) => {
      const stop = storedPacks.subscribe(({ isKnown }) => {
        if (!isKnown) return;
        stop();
        resolve();
      });
    });
  return storedPacks.getState();
}
