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

/** Key of the setting with the progress of a restore, under its former name. */
export const RESTORE_PROGRESS = 'resync';

/** What the restored server has, collected page by page. */
export interface RestoreProgress {
  living: string[];
  deleted: string[];
  /** Records whose version there is older than the one on this device. */
  behind: string[];
  /** Photos it has no bytes of. */
  missing_photos: string[];
}

/** What runs keep in settings, by key. */
interface PullSettings {
  [CHANGES_CURSOR]: string;
  [JOURNEYS_CURSOR]: string;
  [RECEIVING]: Receiving;
  [RESTORE_PROGRESS]: RestoreProgress;
}

/** What runs keep under a key; undefined if there is nothing. Also inside a transaction. */
export function readPullSetting<K extends keyof PullSettings>(settings: UserDatabase['settings'], key: K) {
  return settings.get(key).then((row) => row?.value as PullSettings[K] | undefined);
}

/** Null once all records have arrived, and before the first have. */
export function readReceiving(database: UserDatabase): Promise<Receiving | null> {
  return database.read(async () => (await readPullSetting(database.settings, RECEIVING)) ?? null);
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
