import { listObservationChanges, type OwnObservation, type Tombstone } from '@veld/contract';
import type { Api } from '../net/api';
import type { Auth } from '../session/auth';
import { CallError } from '../net/call-error';
import { type Clock, systemClock } from '../device/clock';
import type { UserDatabase } from '../db/database';
import { CHANGES_CURSOR as CURSOR, createPullStore, type PullStore } from './pull-store';
import { storedRow } from '../records/record-shape';
import { detectRestore, recordServerState, resubmitMissing } from './restore';
import { itemsOf } from '../records/save-observation';

export interface Pull {
  store: PullStore;
  /** Fetches all changes since the last time. Never throws for the network's sake. */
  run(): Promise<void>;
  /** Fetches by itself: now, every five minutes, and when network or page come back. */
  start(): () => void;
}

export interface PullParts {
  database: UserDatabase;
  api: Api;
  auth: Pick<Auth, 'state' | 'refused'>;
  store?: PullStore;
  deviceId?: () => Promise<string>;
  clock?: Clock;
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

const EVERY_MS = 5 * 60_000;
const PAGE = 100;

/** Own records as other devices left them. */
export function createPull(parts: PullParts): Pull {
  const { database, api, auth } = parts;
  const clock = parts.clock ?? systemClock;
  const store = parts.store ?? createPullStore();
  let running: Promise<void> | null = null;
  let isStopped = false;
  const isOver = () => isStopped;

  function run(): Promise<void> {
    running ??= pages().finally(() => {
      running = null;
    });
    return running;
  }

  async function pages() {
    const { user, token } = auth.state();
    if (user?.id !== database.userId || !token) return;
    store.setState({ state: 'fetching' });
    try {
      // Told with each fetch, so that the server can say it where this device has lost everything (docs/faults.md C5).
      const device_id = await parts.deviceId?.().catch(() => undefined);
      const device = device_id ? { device_id, unsent: await database.read(() => database.outbox.count()) } : {};
      await wantNamesIn(database, user.preferences.language);
      for (let hasMore = true; hasMore && !isOver();) {
        const cursor = await database.read(() => database.settings.get(CURSOR));
        const query = { limit: PAGE, ...device, ...(cursor ? { cursor: cursor.value as string } : {}) };
        const page = await api.call(listObservationChanges, { query }, { token });
        // A server that was restored from a backup: everything anew, and then what it lacks is offered again.
        if (await detectRestore(database, page.epoch)) continue;
        await applyPage(database, page.data, page.next_cursor, cursor?.value as string | undefined);
        hasMore = page.has_more;
      }
      if (!isOver()) await resubmitMissing(database, clock.now());
      store.setState({ state: 'idle', lastAt: clock.now() });
    } catch (error) {
      store.setState({ state: 'failed' });
      if (!(error instanceof CallError)) throw error;
      // A cursor the server no longer knows (it was set back): from the beginning next time. Nothing here is deleted by that.
      if (error.kind === 'problem' && (error.status === 410 || error.status === 422)) await forgetCursor();
      if (error.code === 'not_logged_in') await auth.refused(token);
    }
  }

  async function forgetCursor() {
    await database.write('server_copy', [database.settings], () => database.settings.delete(CURSOR));
  }

  function start() {
    isStopped = false;
    let cancel = () => {};
    const tick = () => {
      cancel();
      void run().catch(() => undefined);
      cancel = clock.after(EVERY_MS, tick);
    };
    const events = parts.events ?? globalThis;
    events.addEventListener('online', tick);
    tick();
    return () => {
      isStopped = true;
      cancel();
      events.removeEventListener('online', tick);
    };
  }

  return { store, run, start };
}

const NAMES_LANGUAGE = 'names_language';

/**
 * Records carry the names of their species in the language that was the person's own when they were fetched: after it has
 * changed, all are fetched anew.
 */
async function wantNamesIn(database: UserDatabase, language: string | null): Promise<void> {
  const { settings } = database;
  await database.write('server_copy', [settings], async () => {
    const known = await settings.get(NAMES_LANGUAGE);
    if (known?.value === language) return;
    await settings.put({ key: NAMES_LANGUAGE, value: language });
    if (known) await settings.delete(CURSOR);
  });
}

/** Takes over one page and its cursor in one transaction, so that a page is applied once, or again from the start. */
export async function applyPage(
  database: UserDatabase,
  changes: readonly (OwnObservation | Tombstone)[],
  nextCursor: string,
  cursor: string | undefined,
): Promise<void> {
  const { observations, photos, outbox, settings } = database;
  await database.write('server_copy', [observations, photos, outbox, settings], async () => {
    const now = (await settings.get(CURSOR))?.value;
    // Another tab was faster: what it took is newer.
    if (now !== cursor) return;
    for (const change of await recordServerState(database, changes)) await applyChange(database, change);
    await settings.put({ key: CURSOR, value: nextCursor });
  });
}

async function applyChange(database: UserDatabase, change: OwnObservation | Tombstone): Promise<void> {
  const { observations, photos } = database;
  const row = await observations.get(change.id);
  const items = await itemsOf(database, change.id);
  const isDeleted = 'deleted' in change;
  // What waits here is not overwritten and not deleted: the server's version stays beside it until that is settled.
  const keeps = isDeleted ? items.length > 0 : items.some((item) => item.kind !== 'photo');
  if (keeps) {
    if (row && change.version > row.version) await observations.update(change.id, { newer: change });
    return;
  }
  if (isDeleted) {
    await photos.where('observation_id').equals(change.id).delete();
    await observations.delete(change.id);
    return;
  }
  if (row && row.version > change.version) return;
  await observations.put(storedRow(change, row));
}
