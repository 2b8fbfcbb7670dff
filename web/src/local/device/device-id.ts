import type { VeldDatabase } from '../db/database';
import { newId } from '../db/ids';

const KEY = 'veld:device';
/** A separate cache that nothing clears. A cookie would be sent with every request. */
const CACHE = 'veld-device';
const ADDRESS = '/device-id';
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let known: Promise<string> | null = null;

/**
 * The id of this device, created once. Stored in the database, in `localStorage` and in a cache, because browsers clear these at different
 * times. With any one left, the server still knows what was unsent on this device (docs/faults.md C5).
 */
export function getDeviceId(database: VeldDatabase): Promise<string> {
  known ??= findDeviceId(database);
  known.catch(() => (known = null));
  return known;
}

/** `getDeviceId` without its memory of earlier calls. */
export async function findDeviceId(database: VeldDatabase): Promise<string> {
  const stored = fromStorage() ?? (await fromCache());
  const id = await database.deviceId(stored ?? newId());
  toStorage(id);
  if ((await fromCache()) !== id) await toCache(id);
  return id;
}

function fromStorage(): string | null {
  try {
    return idIn(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function toStorage(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Private windows may block this.
  }
}

async function fromCache(): Promise<string | null> {
  try {
    const stored = await (await globalThis.caches?.open(CACHE))?.match(ADDRESS);
    return stored ? idIn(await stored.text()) : null;
  } catch {
    return null;
  }
}

async function toCache(id: string): Promise<void> {
  try {
    await (await globalThis.caches?.open(CACHE))?.put(ADDRESS, new Response(id));
  } catch {
    // No HTTPS, or blocked: the id is stored elsewhere too.
  }
}

function idIn(text: string | null): string | null {
  return text !== null && ID.test(text) ? text : null;
}
