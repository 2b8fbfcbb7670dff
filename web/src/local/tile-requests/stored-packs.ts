import { liveQuery } from 'dexie';
import { createStore } from 'zustand/vanilla';
import type { UserDatabase } from '../db/database';
import { type KeptPack, readPacks } from './kept-packs';
import { packFiles, type PackFiles } from './pack-files';

interface StoredPacks {
  /** The offline maps of the person that are whole, the last begun first. */
  packs: readonly KeptPack[];
  files: PackFiles | null;
}

/** What maps of this page are drawn from besides the network. */
export const storedPacks = createStore<StoredPacks>(() => ({ packs: [], files: null }));

let followed: { userId: string; stop: () => void } | null = null;

/** Keeps the list up to date, that of one person at a time. */
export function followPacks(database: UserDatabase): void {
  if (followed?.userId === database.userId) return;
  followed?.stop();
  storedPacks.setState({ packs: [], files: null });
  const files = packFiles(database.userId);
  const watch = liveQuery(() => readPacks(database)).subscribe({
    next: (all) => {
      const packs = all.filter(({ state }) => state === 'stored');
      // What is downloaded changes the rows often, but not what can be drawn.
      if (JSON.stringify(packs) === JSON.stringify(storedPacks.getState().packs)) return;
      void files.then((opened) => followed?.userId === database.userId && storedPacks.setState({ packs, files: opened }));
    },
    error: () => undefined,
  });
  followed = { userId: database.userId, stop: () => watch.unsubscribe() };
}
