import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { deviceSetting, validElements } from '../../device/device-setting';

/** Lists whose first rows are kept. */
const KEPT_LISTS = 6;

const KeptRows = z.object({ list: z.string(), rows: z.unknown() });

/** The first rows of lists as they were last shown, the last shown list first. A change of their format needs another key. */
const kept = deviceSetting('first_rows_1', validElements(KeptRows));

/** What was kept of a list; undefined for nothing. */
export async function firstRows(database: UserDatabase, list: string): Promise<unknown> {
  return (await kept.read(database)).find((one) => one.list === list)?.rows;
}

/** Keeps the first rows of a list, so that they can be shown at once the next time. */
export function keepFirstRows(database: UserDatabase, list: string, rows: unknown): Promise<void> {
  return kept.update(database, (before) => [{ list, rows }, ...before.filter((one) => one.list !== list)].slice(0, KEPT_LISTS));
}
