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

/** How much of the user's records has arrived on a device that gets them for the first time. */
export interface Receiving {
  received: number;
  /** Null from a server that doesn't say. */
  total: number | null;
}

/** Key of the setting with that, as long as some are missing. It lasts over a restart of the app. */
export const RECEIVING = 'receiving';

/** Null once all records have arrived, and before the first have. */
export function readReceiving(database: UserDatabase): Promise<Receiving | null> {
  return database.read(async () => ((await database.settings.get(RECEIVING))?.value as Receiving | undefined) ?? null);
}

/** Key of the setting that says that all records were here once: the cursor may be deleted afterwards, the records stay. */
const HAD_ALL = 'had_all_records';

/** Whether all of the user's records were fetched at least once, even if there were none. */
export function hasFetched(database: UserDatabase): Promise<boolean> {
  return database.read(() => hasAll(database.settings));
}

async function hasAll(settings: UserDatabase['settings']): Promise<boolean> {
  const [cursor, hadAll, receiving] = await settings.bulkGet([CHANGES_CURSOR, HAD_ALL, RECEIVING]);
  return (cursor ?? hadAll) !== undefined && receiving === undefined;
}

/**
 * Lets the next run fetch all records again. What the device has stays, and stays complete to those who look. Inside a transaction that
 * may write settings.
 */
export async function fetchAllAgain(settings: UserDatabase['settings']): Promise<void> {
  if (await hasAll(settings)) await settings.put({ key: HAD_ALL, value: true });
  await settings.delete(CHANGES_CURSOR);
}
