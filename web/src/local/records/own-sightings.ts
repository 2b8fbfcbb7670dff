import type { UserDatabase } from '../db/database';
import { ChangedRows } from './changed-rows';
import { allSightings, type LocalSighting, sightingOf } from './sightings';

/** The interval between reads during a burst of changes (a month of records being sent). */
const THROTTLE_MS = 1000;

const caches = new WeakMap<UserDatabase, SightingsCache>();

/** The user's records in memory. Read once per page; after that, only changed records are read again. */
export function ownSightings(database: UserDatabase): SightingsCache {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new SightingsCache(database)));
  return cache;
}

class SightingsCache {
  readonly #database: UserDatabase;
  readonly #listeners = new Set<() => void>();
  #known = new Map<string, LocalSighting>();
  #list: readonly LocalSighting[] = [];
  readonly #changed: ChangedRows;
  #reading: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(database: UserDatabase) {
    this.#database = database;
    this.#changed = new ChangedRows(database, () => {
      if (this.#listeners.size > 0) this.#plan();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All records of the user, reduced to what suggestions need; empty until they are read. A new array after each change. */
  readonly current = (): readonly LocalSighting[] => this.#list;

  /** Reads changed records; throws if the database cannot be read. */
  ready(): Promise<void> {
    this.#reading ??= this.#readChanged().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // After a failure, the next change reads them again.
      this.ready().catch((error: unknown) => console.error('Suggestions', error));
    }, THROTTLE_MS);
  }

  async #readChanged(): Promise<void> {
    const ids = this.#changed.take();
    if (ids === undefined) return;
    try {
      if (ids === null) this.#known = new Map((await allSightings(this.#database)).map((one) => [one.id, one]));
      else await this.#readRecords([...ids]);
    } catch (error) {
      this.#changed.restore(ids);
      throw error;
    }
    this.#list = [...this.#known.values()];
    for (const listener of this.#listeners) listener();
  }

  async #readRecords(ids: string[]): Promise<void> {
    const rows = await this.#database.read(() => this.#database.observations.bulkGet(ids));
    for (const [at, row] of rows.entries()) {
      this.#known.delete(ids[at]!);
      if (row?.deleted === 0) for (const sighting of sightingOf(row)) this.#known.set(sighting.id, sighting);
    }
  }
}
