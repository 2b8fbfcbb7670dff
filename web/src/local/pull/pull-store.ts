import { createStore, type StoreApi } from 'zustand/vanilla';
import type { UserDatabase } from '../db/database';

/** `failed`: the last try did not get through; the list may be old. */
export type PullStore = StoreApi<{ state: 'idle' | 'fetching' | 'failed'; lastAt: number | null }>;

/** Where, among the settings of a person's database, it says how far the server's changes have come. */
export const CHANGES_CURSOR = 'changes_cursor';

export function createPullStore(): PullStore {
  return createStore(() => ({ state: 'idle' as const, lastAt: null }));
}

/** Whether own records have come from the server at least once, be it that there were none. */
export function hasFetched(database: UserDatabase): Promise<boolean> {
  return database.read(async () => (await database.settings.get(CHANGES_CURSOR)) !== undefined);
}
