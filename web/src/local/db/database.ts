import { Dexie, type Table, type DBCore, type Middleware, type ObservabilitySet, RangeSet } from 'dexie';
import { DeviceDatabase } from './device-database';
import { factsOfRecords } from './facts';
import { newId } from './ids';
import {
  type AcknowledgedItem,
  type LocalDraft,
  type LocalFact,
  type LocalJourney,
  type LocalObservation,
  type LocalPhoto,
  type LoggedPoint,
  NO_AUTH,
  type OutboxItem,
  type PointBlock,
  type Revocation,
  type Setting,
  type StoredAuth,
  type VersionAnswer,
} from './rows';

/** Data of the device, independent of the user (decision 0019). */
export class VeldDatabase extends DeviceDatabase {
  declare readonly settings: Table<Setting, string>;
  declare readonly revocations: Table<Revocation, string>;
  declare readonly versionAnswers: Table<VersionAnswer, string>;

  constructor(name = 'veld') {
    super(name);
    this.version(1).stores({ settings: 'key', revocations: 'id, next_try_at', versionAnswers: 'version' });
  }

  async storedAuth(): Promise<StoredAuth> {
    const row = await this.read(() => this.settings.get('auth'));
    return { ...NO_AUTH, ...(row?.value as Partial<StoredAuth> | undefined) };
  }

  /** The stored id, or `fresh` when there is none (see `device-id.ts`). */
  async deviceId(fresh: string = newId()): Promise<string> {
    return this.#storedOnce('device_id', fresh);
  }

  /** Sent only to log in: shows that somebody has logged in on this device before (decision 0030). */
  async deviceSecret(): Promise<string> {
    return this.#storedOnce('device_secret', newId());
  }

  async #storedOnce(key: string, fresh: string): Promise<string> {
    return this.write('settings', [this.settings], async () => {
      const row = await this.settings.get(key);
      if (typeof row?.value === 'string') return row.value;
      await this.settings.put({ key, value: fresh });
      return fresh;
    });
  }

  async setting<T>(key: string): Promise<T | undefined> {
    const row = await this.read(() => this.settings.get(key));
    return row?.value as T | undefined;
  }

  async setSetting(key: string, value: unknown): Promise<void> {
    await this.write('settings', [this.settings], () => this.settings.put({ key, value }));
  }
}

/** Data of one user. It survives a logout and is opened only in this user's session (decision 0019). */
export class UserDatabase extends DeviceDatabase {
  declare readonly drafts: Table<LocalDraft, string>;
  declare readonly observations: Table<LocalObservation, string>;
  /** Written with the records: see `facts.ts`. */
  declare readonly facts: Table<LocalFact, string>;
  declare readonly photos: Table<LocalPhoto, string>;
  declare readonly outbox: Table<OutboxItem, string>;
  declare readonly acknowledged: Table<AcknowledgedItem, string>;
  declare readonly journeys: Table<LocalJourney, string>;
  declare readonly journeyPoints: Table<LoggedPoint, [string, number]>;
  declare readonly journeyBlocks: Table<PointBlock, [string, number]>;
  declare readonly queries: Table<Setting, string>;
  declare readonly settings: Table<Setting, string>;
  readonly userId: string;
  readonly #onEnqueued = new Set<() => void>();

  constructor(userId: string) {
    super(userDatabaseName(userId));
    this.userId = userId;
    this.version(1).stores({
      drafts: 'id, observation_id, updated_at',
      observations: 'id, [deleted+saved_at], [deleted+taxon_id]',
      photos: 'id, observation_id, draft_id, acknowledged_at',
      outbox: 'id, &seq, subject, observation_id, state, [observation_id+state], [state+rank+seq], [state+next_try_at]',
      acknowledged: 'id, acknowledged_at',
      queries: 'key',
      settings: 'key',
    });
    // The index on the count finds absences (0) without reading other records; records without a count are not in it.
    this.version(2).stores({ observations: 'id, [deleted+saved_at], [deleted+taxon_id], [deleted+count]' });
    this.version(3).stores({
      observations: 'id, [deleted+saved_at], [deleted+taxon_id], [deleted+count], journey_id',
      journeys: 'id, started_at',
      journeyPoints: '[journey_id+seq]',
      journeyBlocks: '[journey_id+block]',
    });
    this.version(4).stores({ facts: 'id, [tick+saved_at], [tick+observed_on]' });
    this.use(factsOfRecords);
    this.use(coarseChanges);
  }

  /** Calls `listener` after this page added to the outbox; the returned function removes it. */
  onEnqueued(listener: () => void): () => void {
    this.#onEnqueued.add(listener);
    return () => this.#onEnqueued.delete(listener);
  }

  notifyEnqueued(): void {
    for (const listener of this.#onEnqueued) listener();
  }
}

export function userDatabaseName(userId: string): string {
  return `veld-${userId}`;
}

const open = new Map<string, UserDatabase>();

/** The database of a user; one connection per page. */
export function openUserDatabase(userId: string): UserDatabase {
  const known = open.get(userId);
  if (known) return known;
  const database = new UserDatabase(userId);
  open.set(userId, database);
  return database;
}

/**
 * Deletes all data of a user on this device. Call it only after the user has typed a confirmation. This page cannot open the database
 * again before it is reloaded, because a query still in progress would recreate it.
 */
export async function deleteUserDatabase(userId: string): Promise<void> {
  openUserDatabase(userId).closeForGood();
  await Dexie.delete(userDatabaseName(userId));
  clearUnsent(userId);
}

const unsentKey = (userId: string) => `veld:unsent:${userId}`;

/** The number of unsent items is stored outside the database too, to distinguish a cleared database from an empty one. */
export function rememberUnsent(userId: string, count: number): void {
  try {
    // 0 is stored too: it overrides the number the server remembers.
    localStorage.setItem(unsentKey(userId), String(count));
  } catch {
    // Private windows may block this; the number is only used for a warning.
  }
}

function clearUnsent(userId: string): void {
  rememberUnsent(userId, 0);
}

const unsentAtServer = new Map<string, number>();

/** The number the server remembers for this device, sent at login; used when this device has none. */
export function rememberServerUnsent(userId: string, count: number): void {
  unsentAtServer.set(userId, count);
}

/**
 * How many unsent items a database had that turns out to be new; null when nothing is missing. The server's number counts once, and
 * only when this device has none.
 */
export async function countLostUnsent(database: UserDatabase): Promise<number | null> {
  const atServer = unsentAtServer.get(database.userId) ?? 0;
  unsentAtServer.delete(database.userId);
  let noted = atServer;
  try {
    noted = Number(localStorage.getItem(unsentKey(database.userId)) ?? atServer);
  } catch {
    // Without localStorage, the server's number counts.
  }
  if (!(noted > 0)) return null;
  const isEmpty = await database.read(async () => (await database.outbox.count()) === 0 && (await database.observations.count()) === 0);
  return isEmpty ? noted : null;
}

/**
 * The tables whose changes have ever new keys while a journey runs, and the indexes of which live queries learn the keys all the same,
 * because they have few, and screens watch a single one of them.
 */
const EXACT_INDEXES: Readonly<Record<string, readonly string[]>> = {
  journeyPoints: [],
  outbox: ['subject', 'observation_id', 'state'],
};

/**
 * Each live query keeps the keys of all changes, of any table, until it runs again, and many never do. The points of a day's journey would
 * take tens of megabytes, and the outbox items that send them another ten. So live queries only learn that these tables changed, not where.
 */
export const coarseChanges: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'coarse changes',
  create: (core) => ({
    ...core,
    table(name) {
      const table = core.table(name);
      const exact = EXACT_INDEXES[name];
      if (!exact) return table;
      return {
        ...table,
        mutate: (request) =>
          table.mutate(request).then((response) => {
            const { mutatedParts = {} } = request.trans as typeof request.trans & { mutatedParts?: ObservabilitySet };
            for (const part of Object.keys(mutatedParts)) {
              const [index, of] = part.split('/').toReversed();
              if (of === name && !exact.includes(index!)) mutatedParts[part] = new RangeSet(core.MIN_KEY, core.MAX_KEY);
            }
            return response;
          }),
      };
    },
  }),
};
