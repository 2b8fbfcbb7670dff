import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { deviceSetting, validElements } from '../../device/device-setting';

/** Limit of the remembered records; those skipped first are forgotten first. */
const MAX_SKIPPED = 5000;

/** A record that the user did not want to identify, and when, in milliseconds since 1970. */
const Skip = z.object({ id: z.string(), at: z.number() });

const skips = deviceSetting('skipped_identifications', validElements(Skip));

/** Ids of the records that the user has skipped on this device since a time. */
export async function skippedRecords(database: UserDatabase, since = 0): Promise<Set<string>> {
  return new Set((await skips.read(database)).flatMap(({ id, at }) => (at >= since ? [id] : [])));
}

export function skipRecord(database: UserDatabase, id: string, now = Date.now()): Promise<void> {
  return skips.update(database, (all) => [...all.filter((one) => one.id !== id), { id, at: now }].slice(-MAX_SKIPPED));
}

export function unskipRecord(database: UserDatabase, id: string): Promise<void> {
  return skips.update(database, (all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : all));
}
