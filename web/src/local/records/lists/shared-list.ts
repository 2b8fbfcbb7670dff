import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import type { OutboxItem } from '../../db/rows';
import { type DeviceSetting, deviceSetting, validElements } from '../../device/device-setting';

/**
 * A list that all devices of a person share. It is stored on the device, its changes are sent by the outbox, one item for each
 * element, and `applyServerList` adopts those of other devices.
 */
export interface SharedList<T> {
  setting: DeviceSetting<T[]>;
  /** Keys of the elements that were ever queued for the server or came from it. */
  known: DeviceSetting<string[]>;
  /** Subjects of the outbox items of an element: this prefix and its key. */
  subject: string;
  keyOf: (element: T) => string;
  put: (database: UserDatabase, element: T, now: number) => Promise<void>;
  remove: (database: UserDatabase, key: string, now: number) => Promise<void>;
}

/** `key`: of the setting; persistent, because people have data under it. */
export function sharedList<T>(
  key: string,
  schema: z.ZodMiniCatch<z.ZodMiniType<T[]>>,
  operations: Omit<SharedList<T>, 'setting' | 'known'>,
): SharedList<T> {
  return { setting: deviceSetting(key, schema), known: deviceSetting(knownKey(key), validElements(z.string())), ...operations };
}

/** The settings with the keys that a server has of its lists; a server restored from a backup may have fewer. */
export const KNOWN_KEYS = ['saved_places', 'wanted_taxa', 'species_images', 'species_notes', 'saved_views'].map(knownKey);

function knownKey(key: string): string {
  return `${key}_known`;
}

/** Changes the list and queues what changed, in one transaction. */
export async function changeList<T>(
  database: UserDatabase,
  list: SharedList<T>,
  change: (elements: T[]) => T[],
  now: number,
): Promise<void> {
  await inTransaction(database, async () => {
    const before = await list.setting.read(database);
    const after = change(before);
    if (after === before) return;
    await list.setting.update(database, () => after);
    const [old, kept] = [byKey(list, before), byKey(list, after)];
    for (const key of old.keys()) if (!kept.has(key)) await list.remove(database, key, now);
    const changed = after.filter((element) => JSON.stringify(old.get(list.keyOf(element))) !== JSON.stringify(element));
    // Oldest first: the first of a list was added last.
    for (const element of changed.toReversed()) await list.put(database, element, now);
    await know(database, list, after);
  });
}

/** What `applyServerList` compares: the list and its unsent changes at the time of the request. */
export async function readListState<T>(database: UserDatabase, list: SharedList<T>): Promise<string> {
  const [elements, items] = await Promise.all([list.setting.read(database), itemsOf(database, list)]);
  return JSON.stringify([elements, items.map(({ id }) => id)]);
}

/**
 * Adopts the server's list. Unsent changes of this device stay; elements that were never queued, from before the list was shared, are
 * queued. `since` is `readListState` before the request: if the list changed meanwhile, the answer is out of date and the next one counts.
 */
export async function applyServerList<T>(
  database: UserDatabase,
  list: SharedList<T>,
  theirs: readonly T[],
  since: string,
  now: number,
): Promise<void> {
  await inTransaction(database, async () => {
    if ((await readListState(database, list)) !== since) return;
    const mine = await list.setting.read(database);
    const unsent = new Set((await itemsOf(database, list)).map(({ subject }) => subject.slice(list.subject.length)));
    const known = new Set(await list.known.read(database));
    const [here, there] = [byKey(list, mine), byKey(list, theirs)];
    const added = mine.filter((element) => {
      const key = list.keyOf(element);
      return !there.has(key) && (unsent.has(key) || !known.has(key));
    });
    const shared = theirs.flatMap((element) => {
      const key = list.keyOf(element);
      if (!unsent.has(key)) return [element];
      return here.get(key) ?? [];
    });
    const after = [...added, ...shared];
    if (JSON.stringify(after) !== JSON.stringify(mine)) await list.setting.update(database, () => after);
    for (const element of added) if (!unsent.has(list.keyOf(element))) await list.put(database, element, now);
    await know(database, list, after);
  });
}

/** The number of elements whose addition or change only this device has. */
export async function countOnlyHere<T>(database: UserDatabase, list: SharedList<T>): Promise<number> {
  const unsent = new Set((await itemsOf(database, list)).map(({ subject }) => subject.slice(list.subject.length)));
  const known = new Set(await list.known.read(database));
  const elements = await list.setting.read(database);
  return elements.filter((element) => unsent.has(list.keyOf(element)) || !known.has(list.keyOf(element))).length;
}

function byKey<T>(list: SharedList<T>, elements: readonly T[]): Map<string, T> {
  return new Map(elements.map((element) => [list.keyOf(element), element]));
}

function itemsOf<T>(database: UserDatabase, list: SharedList<T>): Promise<OutboxItem[]> {
  return database.read(() => database.outbox.where('subject').startsWith(list.subject).toArray());
}

async function know<T>(database: UserDatabase, list: SharedList<T>, elements: readonly T[]): Promise<void> {
  const keys = elements.map(list.keyOf);
  const before = await list.known.read(database);
  if (JSON.stringify(before) !== JSON.stringify(keys)) await list.known.update(database, () => keys);
}

function inTransaction(database: UserDatabase, work: () => Promise<void>): Promise<void> {
  return database.write('settings', [database.settings, database.outbox], work);
}
