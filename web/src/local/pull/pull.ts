import {
  listObservationChanges,
  type OwnObservation,
  type Tombstone,
  listMySpeciesImages,
  listSavedPlaces,
  listSavedViews,
  listSpeciesNotes,
  listWantedTaxa,
} from '@veld/contract';
import { enqueueMissing } from '../changes/observations';
import { savedPlaceList } from '../changes/saved-places';
import { savedViewList } from '../changes/saved-views';
import { speciesImageList, speciesNoteList, wantedList } from '../changes/species';
import type { UserDatabase } from '../db/database';
import { type Clock, systemClock } from '../device/clock';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import { listItems } from '../outbox/store';
import { applyServerList, readListState } from '../records/lists/shared-list';
import { storedRow } from '../records/record-shape';
import type { Auth } from '../session/auth';
import {
  CHANGES_CURSOR as CURSOR,
  createPullStore,
  fetchAllAgain,
  JOURNEYS_CURSOR,
  type PullStore,
  readPullSetting,
  RECEIVING,
  type Receiving,
} from './pull-store';
import { detectRestore, recordServerState, resubmitMissing } from './restore';

export interface Pull {
  store: PullStore;
  /** Fetches all changes since the last run. Never throws for network or server errors. */
  run(): Promise<void>;
  /** Runs now, every five minutes and when the network is back. Returns a stop function. */
  start(): () => void;
}

export interface PullParts {
  database: UserDatabase;
  api: Api;
  auth: Pick<Auth, 'state' | 'dropToken'>;
  store?: PullStore;
  deviceId?: () => Promise<string>;
  clock?: Clock;
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

const EVERY_MS = 5 * 60_000;
const PAGE = 100;

/** Fetches changes made on the user's other devices. */
export function createPull(parts: PullParts): Pull {
  return new ChangesPull(parts);
}

class ChangesPull implements Pull {
  readonly store: PullStore;
  readonly #parts: PullParts;
  readonly #clock: Clock;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: PullParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.store = parts.store ?? createPullStore();
  }

  run(): Promise<void> {
    this.#running ??= this.#fetchAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  start(): () => void {
    this.#isStopped = false;
    let cancel = () => {};
    const tick = () => {
      cancel();
      void this.run().catch(() => undefined);
      cancel = this.#clock.after(EVERY_MS, tick);
    };
    const events = this.#parts.events ?? globalThis;
    events.addEventListener('online', tick);
    tick();
    return () => {
      this.#isStopped = true;
      cancel();
      events.removeEventListener('online', tick);
    };
  }

  async #fetchAll(): Promise<void> {
    const { database, auth } = this.#parts;
    const { user, token } = auth.state();
    if (user?.id !== database.userId || !token) return;
    this.store.setState({ state: 'fetching' });
    await this.#orderSearch(user.country_code);
    try {
      await refetchAfterLanguageChange(database, user.preferences.language);
      await this.#fetchPages(token);
      if (!this.#isStopped) await resubmitMissing(database, this.#clock.now());
      if (!this.#isStopped) await this.#fetchJourneys(token);
      if (!this.#isStopped) await fetchSharedLists(database, this.#parts.api, token, this.#clock.now());
      this.store.setState({ state: 'idle', lastAt: this.#clock.now() });
      if (!this.#isStopped) await this.#fetchFrequencies(token, user.country_code);
      if (!this.#isStopped) await this.#sendViews(token);
      await this.#orderSearch(user.country_code);
    } catch (error) {
      this.store.setState({ state: 'failed' });
      if (!(error instanceof CallError)) throw error;
      // The server no longer knows the cursor: the next run fetches everything again. Nothing is deleted here.
      if (error.kind === 'problem' && (error.status === 410 || error.status === 422)) await deleteCursors(database);
      if (error.code === 'not_logged_in') await auth.dropToken(token);
    }
  }

  async #fetchPages(token: string): Promise<void> {
    const { database, api } = this.#parts;
    const device = await this.#device();
    for (let hasMore = true; hasMore && !this.#isStopped;) {
      const cursor = await database.read(() => readPullSetting(database.settings, CURSOR));
      const query = { limit: PAGE, ...device, ...(cursor === undefined ? {} : { cursor }) };
      const page = await api.call(listObservationChanges, { query }, { token });
      // The server was restored from a backup: fetch everything again, then resubmit what it lacks.
      if (await detectRestore(database, page.epoch)) continue;
      await applyPage(database, page, cursor);
      hasMore = page.has_more;
    }
  }

  async #fetchJourneys(token: string): Promise<void> {
    const { fetchJourneys } = await import('./pull-journeys');
    await fetchJourneys({ ...this.#parts, token });
  }

  /** Records do not depend on them, so that a failure is none of the pull; the next run tries again. */
  /** Also without a connection. A search is as good as before without it. */
  async #orderSearch(home: string | null): Promise<void> {
    try {
      const { orderSearch } = await import('../frequencies/search-order');
      await orderSearch(this.#parts.database, home, new Date(this.#clock.now()));
    } catch (error) {
      console.error('Frequencies', error);
    }
  }

  async #fetchFrequencies(token: string, home: string | null): Promise<void> {
    const { database, api } = this.#parts;
    try {
      const { fetchFrequencies } = await import('../frequencies/packs');
      await fetchFrequencies({ database, api, token, home, now: this.#clock.now() });
    } catch (error) {
      if (!(error instanceof CallError)) console.error('Frequencies', error);
    }
  }

  async #sendViews(token: string): Promise<void> {
    const { database, api } = this.#parts;
    try {
      const { sendViews } = await import('../guide/species-views');
      await sendViews({ database, api, token, now: this.#clock.now() });
    } catch (error) {
      if (!(error instanceof CallError)) console.error('Views', error);
    }
  }

  /** Sent with each page, so that the server can report unsent items if this device loses its storage (docs/faults.md C5). */
  async #device(): Promise<{ device_id?: string; unsent?: number }> {
    const { database, deviceId } = this.#parts;
    const device_id = await deviceId?.().catch(() => undefined);
    return device_id ? { device_id, unsent: await database.read(() => database.outbox.count()) } : {};
  }
}

async function deleteCursors(database: UserDatabase): Promise<void> {
  const { settings } = database;
  await database.write('server_copy', [settings], async () => {
    await fetchAllAgain(settings);
    await settings.delete(JOURNEYS_CURSOR);
  });
}

const NAMES_LANGUAGE = 'names_language';

/** Fetched records have species names in the user's language, so a change of language fetches all of them again. */
async function refetchAfterLanguageChange(database: UserDatabase, language: string | null): Promise<void> {
  const { settings } = database;
  await database.write('server_copy', [settings], async () => {
    const known = await settings.get(NAMES_LANGUAGE);
    if (known?.value === language) return;
    await settings.put({ key: NAMES_LANGUAGE, value: language });
    if (known) await fetchAllAgain(settings);
  });
}

interface Page {
  data: readonly (OwnObservation | Tombstone)[];
  next_cursor: string;
  has_more: boolean;
  total?: number | undefined;
}

/** Applies one page and its cursor in one transaction. `cursor` is that with which it was fetched. */
export async function applyPage(database: UserDatabase, page: Page, cursor: string | undefined): Promise<void> {
  const { observations, photos, outbox, settings } = database;
  const { data: changes } = page;
  await database.write('server_copy', [observations, photos, outbox, settings], async () => {
    const now = (await settings.get(CURSOR))?.value;
    // Another tab has applied a newer page.
    if (now !== cursor) return;
    await noteReceiving(database, page, cursor === undefined);
    for (const change of await recordServerState(database, changes)) await applyChange(database, change);
    await settings.put({ key: CURSOR, value: page.next_cursor });
  });
  // `enqueueMissing` may have queued uploads.
  if (changes.some((change) => !('deleted' in change) && change.media.some((photo) => photo.missing))) database.notifyEnqueued();
}

/** Counts what has arrived, as long as it is not everything. A device that fetches everything again has all to show. */
async function noteReceiving({ observations, settings }: UserDatabase, page: Page, isFirst: boolean): Promise<void> {
  if (!page.has_more) return settings.delete(RECEIVING);
  const before = await readPullSetting(settings, RECEIVING);
  const hasRecords = async () =>
    (await observations
      .filter(({ version }) => version > 0)
      .limit(1)
      .count()) > 0;
  if (!before && !(isFirst && !(await hasRecords()))) return;
  const received = (isFirst ? 0 : (before?.received ?? 0)) + page.data.length;
  await settings.put({ key: RECEIVING, value: { received, total: page.total ?? before?.total ?? null } satisfies Receiving });
}

async function applyChange(database: UserDatabase, change: OwnObservation | Tombstone): Promise<void> {
  const { observations, photos } = database;
  const row = await observations.get(change.id);
  const items = await listItems(database, change.id);
  const isDeleted = 'deleted' in change;
  // Unsent changes are neither overwritten nor deleted: the server's version is stored beside them until they are sent.
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
  await enqueueMissing(database, change);
}

/** Fetches the lists that the person's devices share. */
export async function fetchSharedLists(database: UserDatabase, api: Api, token: string, now: number): Promise<void> {
  const places = await readListState(database, savedPlaceList);
  const { data: savedPlaces } = await api.call(listSavedPlaces, {}, { token });
  await applyServerList(database, savedPlaceList, savedPlaces, places, now);
  const wanted = await readListState(database, wantedList);
  const { data: taxa } = await api.call(listWantedTaxa, {}, { token });
  await applyServerList(database, wantedList, taxa, wanted, now);
  const notes = await readListState(database, speciesNoteList);
  const { data: written } = await api.call(listSpeciesNotes, {}, { token });
  await applyServerList(database, speciesNoteList, written, notes, now);
  const views = await readListState(database, savedViewList);
  const { data: saved } = await api.call(listSavedViews, {}, { token });
  await applyServerList(database, savedViewList, saved, views, now);
  const images = await readListState(database, speciesImageList);
  const chosen = Object.values(await api.call(listMySpeciesImages, { query: { chosen: '1' } }, { token }));
  const known = chosen.flatMap(({ taxon_id, photo_id }) => (photo_id ? [{ taxon_id, photo_id }] : []));
  await applyServerList(database, speciesImageList, known, images, now);
}
