import { Dexie, type Table } from 'dexie';
import { DeviceDatabase } from './device-database';
import { newId } from './ids';
import {
  type AcknowledgedItem,
  type LocalDraft,
  type LocalObservation,
  type LocalPhoto,
  NO_AUTH,
  type OutboxItem,
  type Revocation,
  type Setting,
  type StoredAuth,
  type VersionAnswer,
} from './rows';

/** What belongs to the device, whoever uses it (decision 0019). */
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

  /** Made once and kept as long as the browser keeps its storage; `fresh` is taken where there is none (see `device-id.ts`). */
  async deviceId(fresh: string = newId()): Promise<string> {
    return this.write('settings', [this.settings], async () => {
      const row = await this.settings.get('device_id');
      if (typeof row?.value === 'string') return row.value;
      await this.settings.put({ key: 'device_id', value: fresh });
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

/** What belongs to one person. Stays over a logout; nobody else's session opens it (decision 0019). */
export class UserDatabase extends DeviceDatabase {
  declare readonly drafts: Table<LocalDraft, string>;
  declare readonly observations: Table<LocalObservation, string>;
  declare readonly photos: Table<LocalPhoto, string>;
  declare readonly outbox: Table<OutboxItem, string>;
  declare readonly acknowledged: Table<AcknowledgedItem, string>;
  declare readonly queries: Table<Setting, string>;
  declare readonly settings: Table<Setting, string>;
  readonly userId: string;
  readonly #whenQueued = new Set<() => void>();

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
    // By the count those of 0 are found without reading the others; records without one are not in it.
    this.version(2).stores({ observations: 'id, [deleted+saved_at], [deleted+taxon_id], [deleted+count]' });
  }

  /** Calls `listener` after something was put into the outbox on this page; the answer takes it back. */
  whenQueued(listener: () => void): () => void {
    this.#whenQueued.add(listener);
    return () => this.#whenQueued.delete(listener);
  }

  queued(): void {
    for (const listener of this.#whenQueued) listener();
  }
}

export function userDatabaseName(userId: string): string {
  return `veld-${userId}`;
}

const open = new Map<string, UserDatabase>();

/** The database of a person; one connection a page. */
export function openUserDatabase(userId: string): UserDatabase {
  const known = open.get(userId);
  if (known) return known;
  const database = new UserDatabase(userId);
  open.set(userId, database);
  return database;
}

/** Throws away everything a person has on this device. Only after that person typed that this is wanted. */
export async function deleteUserDatabase(userId: string): Promise<void> {
  open.get(userId)?.close();
  open.delete(userId);
  await Dexie.delete(userDatabaseName(userId));
  forgetUnsent(userId);
}

const unsentKey = (userId: string) => `veld:unsent:${userId}`;

/** How much waits is also noted outside the database, so that an emptied database can be told from an empty one. */
export function noteUnsent(userId: string, count: number): void {
  try {
    // Nothing is noted too: it says that what the server heard before is no longer so.
    localStorage.setItem(unsentKey(userId), String(count));
  } catch {
    // Private windows may refuse; the note is a courtesy.
  }
}

function forgetUnsent(userId: string): void {
  noteUnsent(userId, 0);
}

const toldAtLogin = new Map<string, number>();

/** What the server remembers of this device, told at login: looked at where this device itself remembers nothing. */
export function noteUnsentAtServer(userId: string, count: number): void {
  toldAtLogin.set(userId, count);
}

/**
 * How many unsent things were noted for a database that turns out to be new; null when nothing is missing. What the server
 * was told the last time counts once, and only where the own note is gone as well.
 */
export async function unsentThatMayBeLost(database: UserDatabase): Promise<number | null> {
  const told = toldAtLogin.get(database.userId) ?? 0;
  toldAtLogin.delete(database.userId);
  let noted = told;
  try {
    noted = Number(localStorage.getItem(unsentKey(database.userId)) ?? told);
  } catch {
    // Where nothing can be noted, the server's word stands.
  }
  if (!(noted > 0)) return null;
  const isEmpty = await database.read(async () => (await database.outbox.count()) === 0 && (await database.observations.count()) === 0);
  return isEmpty ? noted : null;
}
