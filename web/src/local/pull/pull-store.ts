import { createStore, type StoreApi } from 'zustand/vanilla';
import type { UserDatabase } from '../db/database';

/** `failed`: the last run failed; the list may be out of date. */
export type PullStore = StoreApi<{ state: 'idle' | 'fetching' | 'failed'; lastAt: number | null }>;

/** Key of the setting that holds the cursor of the changes fetched so far. */
export const CHANGES_CURSOR = 'changes_cursor';

/** As `CHANGES_CURSOR`, of journeys with their weather. Devices that knew no weather had another, and fetch all journeys once more. */
export const JOURNEYS_CURSOR = 'journeys_weather_cursor';

export function createPullStore(): PullStore {
  return createStore(() => ({ state: 'idle' as const, lastAt: null }));
}

/** Whether the user's records were fetched at least once, even if there were none. */
export function hasFetched(database: UserDatabase): Promise<boolean> {
  return database.read(async () => (await database.settings.get(CHANGES_CURSOR)) !== undefined);
}
